"""Replies of our own making, for what Circa has little of: knowledge of the world, numbers and times, degrees, some and
all, "neither … nor", conditions, hedges and irony. Each has a strict label, told by how it was made."""

import itertools
import random

YES, NO, PROBABLY, CONDITIONAL, PROBABLY_NOT, MIDDLE = range(6)

KINDS = {
    "bird": "a parrot, a swan, an eagle, a robin, a penguin, an ostrich, an owl, a crow",
    "fish": "a trout, a salmon, a cod, a herring, a tuna, a carp, a pike",
    "insect": "a wasp, a beetle, a moth, an ant, a grasshopper, a dragonfly",
    "tree": "an oak, a birch, a maple, a pine, a willow, an elm",
    "flower": "a tulip, a rose, a daisy, an orchid, a lily",
    "vegetable": "a carrot, a cabbage, a leek, a turnip, a cucumber",
    "fruit": "a pear, a plum, a mango, a peach, a banana",
    "tool": "a hammer, a chisel, a wrench, a saw, a screwdriver",
    "string instrument": "a cello, a violin, a harp, a guitar, a lute",
    "wind instrument": "a flute, a clarinet, a trumpet, an oboe, a trombone",
    "vehicle": "a tractor, a van, a bus, a lorry, a scooter",
    "ship": "a ferry, a tanker, a frigate, a trawler, a sailing yacht",
    "planet": "Saturn, Neptune, Venus, Uranus, Jupiter",
    "metal": "copper, zinc, iron, nickel, tin",
    "gas": "helium, nitrogen, oxygen, hydrogen, argon",
    "language": "Finnish, Swahili, Portuguese, Bengali, Welsh",
    "sport": "rugby, hockey, badminton, rowing, fencing",
    "colour": "purple, orange, turquoise, scarlet, beige",
    "disease": "measles, malaria, cholera, influenza, tuberculosis",
    "drink": "lemonade, cider, milk, cocoa, iced tea",
    "mammal": "a horse, a squirrel, a seal, a bat, a hedgehog, a camel",
    "reptile": "a lizard, a crocodile, a tortoise, a gecko, a python",
}
FACTS = {
    "bird": "it has feathers and lays eggs; it builds a nest; it has a beak and two wings",
    "fish": "it breathes through gills; it is covered in scales and never leaves the water",
    "insect": "it has six legs; it crawls about on six legs and has two feelers",
    "tree": "it has a trunk and bark; you could climb into its branches; it has stood there for eighty years and drops its leaves in autumn",
    "mammal": "it is warm-blooded and has fur; it suckles its young",
    "reptile": "it is cold-blooded and has scaly skin; it lies on hot stones to warm up",
    "tool": "the carpenter keeps it on his workbench",
    "string instrument": "you play it with a bow, or pluck it",
    "wind instrument": "you have to blow into it",
    "vehicle": "it runs on diesel and has four wheels",
    "ship": "it left the harbour at dawn with forty crew",
    "planet": "it goes round the sun once in many years",
    "metal": "it conducts electricity and can be melted and cast",
}
PLACES = {
    "Italy": "Milan, Naples, Turin", "Japan": "Osaka, Kyoto, Sapporo", "Egypt": "Cairo, Luxor, Alexandria", "Brazil": "Recife, Salvador, Manaus",
    "Germany": "Hamburg, Munich, Leipzig", "Canada": "Toronto, Calgary, Montreal", "India": "Mumbai, Delhi, Chennai", "Spain": "Seville, Valencia, Bilbao",
    "Kenya": "Nairobi, Mombasa", "Norway": "Bergen, Trondheim", "Peru": "Lima, Cusco", "Poland": "Warsaw, Gdansk", "Australia": "Perth, Sydney, Brisbane",
}
CONTINENT = {
    "Italy": "Europe", "Japan": "Asia", "Egypt": "Africa", "Brazil": "South America", "Germany": "Europe", "Canada": "North America", "India": "Asia",
    "Spain": "Europe", "Kenya": "Africa", "Norway": "Europe", "Peru": "South America", "Poland": "Europe", "Australia": "Oceania",
}
# A question about a quality; what says yes, what says no, what is between.
DEGREES = [
    ("Is {it} warm?", "boiling, scorching, roasting", "freezing, ice cold, chilly", "lukewarm, neither warm nor cold"),
    ("Is {it} big?", "enormous, gigantic, the size of a house", "tiny, minute, no bigger than a thumb", "medium-sized, of average size"),
    ("Is {it} expensive?", "outrageously dear, beyond what anyone here can pay", "dirt cheap, almost free, a bargain", "mid-priced, neither cheap nor dear"),
    ("Is {it} clean?", "spotless, gleaming, freshly scrubbed", "filthy, covered in mud, full of dust", "all right in parts"),
    ("Is {it} loud?", "deafening, ear-splitting", "as quiet as a mouse, almost silent", "somewhere between loud and quiet"),
    ("Is {it} wet?", "soaked through, dripping", "bone dry, dry as dust", "slightly damp"),
    ("Is {it} easy?", "child's play, a piece of cake, a walk in the park", "a nightmare, fiendishly hard, beyond me", "of middling difficulty"),
    ("Is {it} interesting?", "fascinating, gripping, impossible to put down", "dull as dishwater, mind-numbing, a bore", "interesting in places and dull in others"),
    ("Is {it} good?", "superb, outstanding, second to none", "dreadful, awful, a disgrace", "passable, average, neither good nor bad"),
    ("Is {it} far?", "miles away, on the other side of the country", "just round the corner, a stone's throw away", "not near and not far"),
    ("Is {it} full?", "packed, bursting at the seams, overflowing", "empty, deserted, half empty at most", "about half full"),
    ("Is {it} new?", "fresh from the factory, brand new", "a hundred years old, an antique, falling apart with age", "a few years old, neither new nor old"),
    ("Is {it} safe?", "perfectly harmless, tested every week", "a death trap, an accident waiting to happen", "safe by day and risky by night"),
    ("Is {it} heavy?", "as heavy as lead, more than two men can lift", "as light as a feather, nothing at all to carry", "of medium weight"),
    ("Is {it} strong?", "built like a tank, unbreakable", "flimsy, likely to snap", "strong enough for some things"),
]
THINGS = "the room, the soup, the machine, the rope, the office, the boat, the cellar, the path, the hotel, the tunnel, the new building, the exam, the film".split(", ")
OPEN = [
    "Can I use the {x}?", "Will you lend me the {x}?", "Is the {x} ready?", "Should we replace the {x}?", "Will the {x} arrive on time?", "Could you repair the {x}?",
    "Are you going to sell the {x}?", "Did they approve the {x}?", "Do you like the {x}?", "Was the {x} a success?", "Would you recommend the {x}?", "Can the {x} be moved?",
    "Has the {x} been paid for?", "Do you still need the {x}?", "Is the {x} popular here?", "Would you work on the {x} again?", "Does your team use the {x}?", "Will you sign for the {x}?",
]
OBJECTS = (
    "printer, contract, spare key, ladder, report, piano, tent, garage, recipe, lift, projector, harbour crane, sewing machine, trailer, timetable, greenhouse, "
    "budget, prototype, guest room, blue canoe, old bridge, telescope, bakery order, swimming pool, library card, vaccine, concert ticket, lawn mower"
).split(", ")
# Replies that mean the same whatever was asked.
ANYWHERE = {
    YES: "By all means.|That goes without saying.|You can count on it.|No doubt about it.|Is water wet?|Without a shadow of a doubt.|I wouldn't have it any other way.|"
    "What else?|Do you even have to ask?|You bet.|As sure as night follows day.|A hundred percent.|Naturally.|Couldn't be otherwise.|Nothing would stop that.|Since you ask, of course.",
    NO: "When hell freezes over.|Pigs might fly.|In your dreams.|Not in a million years.|Not on your life.|Nothing could be further from the truth.|Out of the question.|"
    "Under no circumstances.|Who would be so foolish?|As if!|You must be joking.|Fat chance.|Yeah, right, and I'm the Queen of Sheba.|Oh sure, and tomorrow the moon turns green.|"
    "What on earth makes you think that?|Far from it.|Anything but.|Quite the opposite.|I'd sooner eat my hat.|Hardly the word I'd use.|Don't hold your breath.",
    PROBABLY: "More likely than not.|I'd bet on it.|It looks that way.|All the signs point to it.|I should think so.|Nine times out of ten.|As far as I can tell, that's the case.|"
    "So I've heard.|I'm fairly confident of that.|Chances are good.|I'd be astonished if that weren't so.|By and large.|To the best of my knowledge, that's so.",
    PROBABLY_NOT: "I doubt it.|The odds are against it.|I wouldn't bank on it.|It doesn't look like it.|Hardly likely.|Seldom, if at all.|As far as I know, that isn't so.|"
    "There's little hope of that.|I rather think the opposite.|Once in a blue moon.|I can't imagine that.|It seems improbable.|Somehow I don't see it happening.",
    CONDITIONAL: "Provided that someone helps.|If the price comes down.|As long as nobody minds.|Only on weekdays.|Not before the rain has stopped.|If my manager agrees.|So long as it takes less than an hour.|"
    "On condition that we split the cost.|If you promise to be careful.|Assuming the weather holds.|Once the forms have been filled in.|Unless somebody objects.|Only with a permit.|"
    "Given enough time.|Subject to approval.|If there is enough left by then.|Should the need arise.|When the boss isn't looking.|With the right training.|But only after lunch.",
    MIDDLE: "That could go either way.|There's a lot to be said on both sides.|Your guess is as good as mine.|I honestly couldn't say.|It has its ups and downs.|Yes and no.|Fifty-fifty.|"
    "The jury is still out.|Ask me again tomorrow.|I have mixed feelings about that.|I haven't made up my mind.|To some extent it is, to some extent it isn't.|In one way, but not in another.|"
    "I'm torn.|It's a toss-up.|Half of me says one thing, half the other.|I neither agree nor disagree.|No idea.|I'd have to look that up.|Nobody can tell at this point.",
}
GROUP = "guests, students, houses on our street, trains, windows, players, files, tomatoes, neighbours, tickets, plates, nurses, sheep, parcels".split(", ")
DONE = [("arrive", "arrived"), ("pass the inspection", "passed it"), ("survive the winter", "survived it"), ("get lost", "got lost"), ("come back", "came back"), ("fit in the hall", "fitted in")]
NAMES = "Priya, Tomas, Aiko, Ruben, Fatima, Jonas, Elena, Kofi, Marta, Li Wei, Sven, Amara".split(", ")
NUMBERS = ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]


def split(text):
    return [part.strip() for part in text.split("," if ";" not in text else ";")]


def sentence(text):
    return text[0].upper() + text[1:] + ("" if text[-1] in ".!?" else ".")


def bare(name):
    return name.split(" ", 1)[1] if name.startswith(("a ", "an ")) else name


def kinds(rng):
    for (kind, members), _ in itertools.product(KINDS.items(), range(3)):
        article = "an" if kind[0] in "aeiou" else "a"
        member = rng.choice(split(members))
        other = rng.choice([k for k in KINDS if k != kind and {k, kind} not in ({"mammal", "ship"}, {"vehicle", "ship"})])
        stranger = rng.choice(split(KINDS[other]))
        yield f"Is that {article} {kind}?", sentence(f"it's {member}"), YES
        yield f"Is that {article} {kind}?", sentence(f"it's {stranger}"), NO
        yield f"Is {member} {article} {kind}?", sentence(f"{bare(member)} has been counted among the {kind}s ever since people wrote about it"), YES
        if kind in FACTS:
            fact = rng.choice(FACTS[kind].split("; "))
            yield f"Is {member} {article} {kind}?", sentence(fact), YES
            yield f"Would you call that {article} {kind}?", sentence(fact), YES
            if other in FACTS:
                yield f"Is {stranger} {article} {kind}?", sentence(rng.choice(FACTS[other].split("; "))), NO
        yield f"Did you see {member}?", sentence(f"all I saw was {stranger}"), NO
        yield f"Did you see {article} {kind}?", sentence(f"there was {member} right in front of me"), YES


def places(rng):
    for country, towns in PLACES.items():
        for town in split(towns):
            elsewhere = rng.choice([c for c in PLACES if CONTINENT[c] != CONTINENT[country]])
            who = rng.choice(NAMES)
            yield f"Is {who} from {country}?", f"{who} was born and raised in {town}.", YES
            yield f"Is {who} from {elsewhere}?", f"{who} was born and raised in {town}.", NO
            yield f"Have you ever been to {CONTINENT[country]}?", f"I spent two years in {town}.", YES
            yield f"Have you ever been to {country}?", "I have never set foot outside my own country.", NO
            yield f"Is {town} in {elsewhere}?", f"It's one of the larger cities of {country}.", NO
            yield f"Does your sister live in {country}?", f"She has a flat in the middle of {town}.", YES
            yield f"Does your sister live in {country}?", f"She moved away from {town} years ago.", NO


def numbers(rng):
    for _ in range(260):
        limit = rng.randrange(5, 90)
        over, under = limit + rng.randrange(2, 40), max(1, limit - rng.randrange(2, limit))
        thing = rng.choice(["chairs", "people", "pages", "kilos", "miles", "boxes", "metres", "minutes", "euros", "dollars"])
        more = rng.random() < 0.5
        asks = rng.choice(["Is it {} than {} {}?", "Are there {} than {} {}?"]).format("more" if more else "less" if "it" in thing else "fewer", limit, thing)
        count = rng.choice([over, under])
        label = YES if (count > limit) == more else NO
        yield asks, rng.choice(["I counted {} {}.", "There are {} {} in all.", "Exactly {} {}."]).format(count, thing), label
    for _ in range(160):
        age = rng.randrange(15, 80)
        own = max(4, age + rng.choice([-1, 1]) * rng.randrange(2, 25))
        older = rng.random() < 0.5
        who, verb = rng.choice([("you", "Are"), ("he", "Is"), ("she", "Is")])
        says = {"you": "I", "he": "He", "she": "She"}[who]
        reply = rng.choice([f"{says} turned {own} last month.", f"{says}'ll be {own + 1} in the spring."])
        yield f"{verb} {who} {'older' if older else 'younger'} than {age}?", reply, YES if (own > age) == older else NO
    for _ in range(200):
        at, other = rng.sample(range(2, 12), 2)
        before = rng.random() < 0.5
        place = rng.choice(["the bakery", "the clinic", "the museum", "the office", "the ferry", "the meeting"])
        verb, reply = rng.choice([("open", "It opens at {} sharp."), ("start", "It starts at {}."), ("leave", "It leaves at half past {}.")])
        label = YES if (other < at) == before else NO
        yield f"Does {place} {verb} {'before' if before else 'after'} {NUMBERS[at - 2]}?", reply.format(NUMBERS[other - 2]), label
    for count, word in enumerate(["an only child", "one of four", "the youngest of three"]):
        yield "Do you have any brothers or sisters?", f"I'm {word}.", NO if count == 0 else YES
        yield "Did you grow up with siblings?", f"I was {word}.", NO if count == 0 else YES


def degrees(rng):
    for asks, yes, no, middle in DEGREES:
        for thing in rng.sample(THINGS, 6):
            question = asks.format(it=thing)
            for label, words in ((YES, yes), (NO, no), (MIDDLE, middle)):
                word = rng.choice(split(words))
                yield question, sentence(rng.choice(["it's {}", "{}", "I found it {}", "{}, if you ask me"]).format(word)), label
            word, opposite = rng.choice(split(yes)), rng.choice(split(no))
            yield question, sentence(f"it used to be {word}, but now it's {opposite}"), NO
            yield question, sentence(f"neither {word} nor {opposite}"), MIDDLE
            yield question, sentence(f"I wouldn't call it {word}, and I wouldn't call it {opposite} either"), MIDDLE
            yield question, sentence(f"oh, wonderful, as long as you like things {opposite}"), NO
            yield question, sentence(f"I'm told it's {word}"), PROBABLY
            yield question, sentence(f"I believe it's {opposite}, though I haven't looked"), PROBABLY_NOT


def amounts(rng):
    for group, (verb, past) in itertools.product(GROUP, DONE):
        count = rng.choice(NUMBERS)
        yield f"Did all the {group} {verb}?", f"Every single one of them {past}.", YES
        yield f"Did all the {group} {verb}?", rng.choice([f"All but {count} {past}.", f"Only {count} of them {past}.", f"Just half of them {past}."]), NO
        yield f"Did any of the {group} {verb}?", rng.choice([f"{count.capitalize()} of them {past}.", f"A handful {past}."]), YES
        yield f"Did any of the {group} {verb}?", rng.choice([f"None of them {past}.", "Not a single one."]), NO
        yield f"Did most of the {group} {verb}?", rng.choice([f"Almost all of them {past}.", f"Nearly every one {past}."]), YES
        yield f"Did the {group} {verb}?", rng.choice([f"Some {past} and some didn't.", f"About half of them {past}."]), MIDDLE
    for first, second in itertools.permutations(NAMES, 2):
        if rng.random() < 0.6:
            third = rng.choice([n for n in NAMES if n not in (first, second)])
            yield f"Do {first} and {second} both play chess?", f"Neither {first} nor {second} does.", NO
            yield f"Did {first} or {second} call?", rng.choice([f"Neither of them.", "Not one of the two."]), NO
            yield f"Was it {first} who won?", rng.choice([f"{second} came first.", f"The prize went to {second}.", f"{first} finished behind {second}."]), NO
            yield f"Was it {first} who won?", rng.choice([f"Nobody could beat {first} that day.", f"{second} came second, right behind {first}."]), YES
            yield f"Is {first} taller than {second}?", rng.choice([f"{second} towers over {first}.", f"{first} barely reaches {second}'s shoulder."]), NO
            yield f"Is {first} taller than {second}?", rng.choice([f"{first} towers over {second}.", f"{second} has to look up to {first}."]), YES
            yield f"Is {first} taller than {second}?", "They're exactly the same height.", NO
            yield f"Did {first} come alone?", rng.choice([f"{first} came with {second}.", f"{second} and {third} were there too."]), NO


def anywhere(rng):
    for label, said in ANYWHERE.items():
        for reply in said.split("|"):
            for _ in range(22):
                yield rng.choice(OPEN).format(x=rng.choice(OBJECTS)), reply, label


def written(seed=3):
    rng = random.Random(seed)
    seen = set()
    for make in (kinds, places, numbers, degrees, amounts, anywhere):
        for question, reply, label in make(rng):
            if (question, reply) not in seen:
                seen.add((question, reply))
                yield {"a": question, "b": reply, "source": make.__name__, "strict": label}
