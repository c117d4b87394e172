//! Common verbs.

/// Plain form, past and participle.
pub(super) const IRREGULAR: &[(&str, &str, &str)] = &[
    ("be", "was", "been"),
    ("bear", "bore", "born"),
    ("beat", "beat", "beaten"),
    ("become", "became", "become"),
    ("begin", "began", "begun"),
    ("bind", "bound", "bound"),
    ("bite", "bit", "bitten"),
    ("blow", "blew", "blown"),
    ("break", "broke", "broken"),
    ("breed", "bred", "bred"),
    ("bring", "brought", "brought"),
    ("build", "built", "built"),
    ("burst", "burst", "burst"),
    ("buy", "bought", "bought"),
    ("catch", "caught", "caught"),
    ("choose", "chose", "chosen"),
    ("come", "came", "come"),
    ("cost", "cost", "cost"),
    ("cut", "cut", "cut"),
    ("deal", "dealt", "dealt"),
    ("do", "did", "done"),
    ("draw", "drew", "drawn"),
    ("drink", "drank", "drunk"),
    ("drive", "drove", "driven"),
    ("eat", "ate", "eaten"),
    ("fall", "fell", "fallen"),
    ("feed", "fed", "fed"),
    ("feel", "felt", "felt"),
    ("fight", "fought", "fought"),
    ("find", "found", "found"),
    ("flee", "fled", "fled"),
    ("fly", "flew", "flown"),
    ("forget", "forgot", "forgotten"),
    ("freeze", "froze", "frozen"),
    ("get", "got", "got"),
    ("give", "gave", "given"),
    ("go", "went", "gone"),
    ("grow", "grew", "grown"),
    ("hang", "hung", "hung"),
    ("have", "had", "had"),
    ("hear", "heard", "heard"),
    ("hide", "hid", "hidden"),
    ("hit", "hit", "hit"),
    ("hold", "held", "held"),
    ("hurt", "hurt", "hurt"),
    ("keep", "kept", "kept"),
    ("know", "knew", "known"),
    ("lay", "laid", "laid"),
    ("lead", "led", "led"),
    ("leave", "left", "left"),
    ("lend", "lent", "lent"),
    ("let", "let", "let"),
    ("lie", "lay", "lain"),
    ("lose", "lost", "lost"),
    ("make", "made", "made"),
    ("mean", "meant", "meant"),
    ("meet", "met", "met"),
    ("overwrite", "overwrote", "overwritten"),
    ("pay", "paid", "paid"),
    ("put", "put", "put"),
    ("read", "read", "read"),
    ("ride", "rode", "ridden"),
    ("rise", "rose", "risen"),
    ("run", "ran", "run"),
    ("say", "said", "said"),
    ("see", "saw", "seen"),
    ("seek", "sought", "sought"),
    ("sell", "sold", "sold"),
    ("send", "sent", "sent"),
    ("set", "set", "set"),
    ("shake", "shook", "shaken"),
    ("shine", "shone", "shone"),
    ("shoot", "shot", "shot"),
    ("show", "showed", "shown"),
    ("shut", "shut", "shut"),
    ("sing", "sang", "sung"),
    ("sink", "sank", "sunk"),
    ("sit", "sat", "sat"),
    ("sleep", "slept", "slept"),
    ("speak", "spoke", "spoken"),
    ("spend", "spent", "spent"),
    ("spin", "spun", "spun"),
    ("split", "split", "split"),
    ("spread", "spread", "spread"),
    ("stand", "stood", "stood"),
    ("steal", "stole", "stolen"),
    ("stick", "stuck", "stuck"),
    ("strike", "struck", "struck"),
    ("swear", "swore", "sworn"),
    ("swim", "swam", "swum"),
    ("take", "took", "taken"),
    ("teach", "taught", "taught"),
    ("tear", "tore", "torn"),
    ("tell", "told", "told"),
    ("think", "thought", "thought"),
    ("throw", "threw", "thrown"),
    ("understand", "understood", "understood"),
    ("undergo", "underwent", "undergone"),
    ("wake", "woke", "woken"),
    ("wear", "wore", "worn"),
    ("win", "won", "won"),
    ("write", "wrote", "written"),
];

/// Plain forms of verbs that follow the rules.
pub(super) const REGULAR: &str = "accept access achieve act add affect agree aim allow announce answer \
    appear apply argue arrive ask assume attach attack attempt attend attract avoid belong block borrow \
    burn call cancel carry cause challenge change check claim clean climb close collapse collect compare \
    compete compile compose compute concern conduct configure connect conquer consider consist consume \
    contain continue contribute control convert cook copy count cover crash create cross cry damage dance \
    debug declare decrease defeat defend define delete deliver demand deny depend deploy describe design \
    destroy detect determine develop die differ direct disable disagree disappear discover discuss display \
    divide download dream drop earn elect enable encode encourage end enjoy enter escape establish evolve \
    exceed exclude exist expand expect experience expire explain explode explore export express extend \
    face fail fear fetch fight fill finish fit fix float flow follow force form format found function gain \
    generate govern guarantee handle happen harm hate heal help host hunt identify ignore implement import \
    improve include increase indicate influence inherit inspire install interact introduce invade invent \
    invest involve join jump kill land last learn like limit link listen live load lock log look \
    love manage marry match matter measure melt merge migrate mix move multiply name need notice obey \
    object observe obtain occur offer open operate oppose order overlap own paint parse participate pass \
    perform persist persuade play point populate possess pour practise predict prefer prepare present \
    preserve press prevent print process produce program promise promote propose protect prove provide \
    publish pull purchase push quit race rain raise reach react rebuild receive recognise recognize \
    recommend record recover reduce refer reflect refuse register reject relate release rely remain \
    remember remove rename render replace reply report represent require rescue resemble resist resolve \
    respond restart restore result return reveal rotate rule sail save scale search serve settle share \
    shift sign smell solve sort sound start stay stop store study succeed suffer suggest supply support \
    surrender survive talk taste test thrive tolerate touch trade train transform translate travel treat \
    trigger try turn update upgrade upload use validate vary visit vote wait walk want warn wash waste \
    watch weigh wish wonder work worry";

/// Those of them that are nouns just as often.
pub(super) const OFTEN_NOUNS: &str = "access act aim answer attack attempt block call cause challenge \
    change check claim control copy count cover crash damage dance deal debug demand design display \
    download dream drive drop end escape experience export face fall fear feed fight fit fix float flow \
    focus force form format function gain harm hate help hit hold host hunt import increase influence \
    interest jump lack land last lead lie like limit link load lock log look love make match matter \
    measure mix move name need notice object offer open order own paint pass play point practise present \
    press print process produce program promise pull purchase push race rain record release reply report \
    rescue result return ride rise rule run sail save scale search sense set shift show sign sleep \
    smell sound spread stand start state stay stop store study supply support swim talk taste test throw \
    touch trade train travel treat trigger turn update upgrade upload use visit vote wait walk wash waste \
    watch wear win wish wonder work worry";
