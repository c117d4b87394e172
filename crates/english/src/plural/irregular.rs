//! Nouns that do not follow the rules.

/// One and many.
pub(super) const IRREGULAR: &[(&str, &str)] = &[
    ("man", "men"),
    ("woman", "women"),
    ("person", "people"),
    ("child", "children"),
    ("foot", "feet"),
    ("tooth", "teeth"),
    ("mouse", "mice"),
    ("louse", "lice"),
    ("goose", "geese"),
    ("ox", "oxen"),
    ("die", "dice"),
    ("penny", "pennies"),
    ("fireman", "firemen"),
    ("policeman", "policemen"),
    ("fisherman", "fishermen"),
    ("grandchild", "grandchildren"),
    ("craftsman", "craftsmen"),
    ("englishman", "englishmen"),
    ("frenchman", "frenchmen"),
    ("quiz", "quizzes"),
];

/// The same for words of Latin and Greek.
pub(super) const LATIN: &[(&str, &str)] = &[
    ("index", "indices"),
    ("matrix", "matrices"),
    ("vertex", "vertices"),
    ("vortex", "vortices"),
    ("appendix", "appendices"),
    ("helix", "helices"),
    ("criterion", "criteria"),
    ("phenomenon", "phenomena"),
    ("bacterium", "bacteria"),
    ("curriculum", "curricula"),
    ("memorandum", "memoranda"),
    ("stratum", "strata"),
    ("analysis", "analyses"),
    ("basis", "bases"),
    ("crisis", "crises"),
    ("axis", "axes"),
    ("thesis", "theses"),
    ("hypothesis", "hypotheses"),
    ("synthesis", "syntheses"),
    ("parenthesis", "parentheses"),
    ("diagnosis", "diagnoses"),
    ("oasis", "oases"),
    ("emphasis", "emphases"),
    ("stimulus", "stimuli"),
    ("nucleus", "nuclei"),
    ("radius", "radii"),
    ("fungus", "fungi"),
    ("alumnus", "alumni"),
    ("larva", "larvae"),
    ("alga", "algae"),
    ("formula", "formulae"),
    ("genus", "genera"),
];

/// Nouns in "f" and "fe" whose plural has "ves".
pub(super) const ENDS_IN_FE: &[(&str, &str)] = &[
    ("life", "lives"),
    ("wife", "wives"),
    ("knife", "knives"),
    ("leaf", "leaves"),
    ("half", "halves"),
    ("wolf", "wolves"),
    ("calf", "calves"),
    ("shelf", "shelves"),
    ("self", "selves"),
    ("thief", "thieves"),
    ("loaf", "loaves"),
    ("elf", "elves"),
    ("hoof", "hooves"),
    ("scarf", "scarves"),
    ("sheaf", "sheaves"),
];

/// Nouns in "o" whose plural has "es".
pub(super) const ENDS_IN_O: &str =
    "echo hero potato tomato torpedo veto volcano mosquito cargo mango tornado embargo";

/// Nouns that are the same for one and many.
pub(super) const ALIKE: &str = "aircraft deer fish headquarters means moose offspring salmon series sheep shrimp spacecraft \
     species swine trout";

/// Words that end as plurals do and are none: names of subjects, verbs, pronouns, adverbs, and nouns
/// whose singular ends in "s".
pub(super) const ONLY_LOOKS_PLURAL: &str = "abs acoustics aerobics aids alas alias always analytics atlas besides bias canvas chaos christmas clothes \
     cosmos data dis diabetes does economics electronics ethics ethos gas genetics goes has his \
     indoors its kudos lens less linguistics logos mathematics maths measles media mechanics \
     metaphysics mines molasses news nowadays optics ours outdoors overseas pancreas pathos \
     perhaps physics politics robotics says scissors semantics sometimes statistics statics theirs themselves \
     thermodynamics this thus times towards upstairs downstairs upwards downwards forwards backwards \
     afterwards regards tennis texas us versus was whereas yes yours paris james charles \
     thomas athens brussels wales";
