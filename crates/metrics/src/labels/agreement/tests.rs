use super::*;

fn rows(text: &str) -> Vec<Vec<Option<&str>>> {
    let label = |label| if label == "-" { None } else { Some(label) };
    text.split('|').map(|row| row.split_whitespace().map(label).collect()).collect()
}

fn ratings(text: &str) -> Ratings {
    Ratings::new(rows(text))
}

#[test]
fn pairwise_agreement_is_the_share_of_pairs_that_agree() {
    let agreement = ratings("a a b | a a | b - | - -").pairwise();
    let expected = Agreement { value: Ok(0.5), used: 2, left_out: 2, judgements: 5 };
    assert_eq!(agreement, expected);
}

#[test]
fn fleiss_leaves_out_items_with_another_number_of_judgements_and_counts_them() {
    let agreement = ratings("a a b | b b b | a - a | - - b | c c c").fleiss();
    assert_eq!((agreement.used, agreement.left_out, agreement.judgements), (3, 2, 9));
    assert_eq!(agreement.value, ratings("a a b | b b b | c c c").fleiss().value);
}

#[test]
fn fleiss_takes_the_larger_of_two_equally_common_numbers() {
    let agreement = ratings("a a - | a b - | a b b | a a a").fleiss();
    assert_eq!((agreement.used, agreement.judgements), (2, 6));
}

#[test]
fn fleiss_ignores_single_judgements_however_common() {
    let agreement = ratings("a - | b - | a - | a b | b b").fleiss();
    assert_eq!((agreement.used, agreement.left_out), (2, 3));
    assert!(agreement.value.is_ok());
}

#[test]
fn one_label_only_leaves_agreement_beyond_chance_undefined() {
    let same = ratings("ja ja | ja ja | ja ja");
    let why = Err(Undefined::OneLabel("ja".into()));
    assert_eq!(same.fleiss().value, why);
    assert_eq!(same.cohen(0, 1, Weights::None).value, why);
    assert_eq!(same.krippendorff(Level::Nominal).value, why);
    assert_eq!(same.pairwise().value, Ok(1.0));
}

#[test]
fn a_second_label_that_no_pair_has_does_not_help() {
    let agreement = ratings("a a | a a | b -").krippendorff(Level::Nominal);
    assert_eq!(agreement.value, Err(Undefined::OneLabel("a".into())));
    assert_eq!((agreement.used, agreement.left_out), (2, 1));
}

#[test]
fn without_two_judgements_of_an_item_nothing_is_defined() {
    for lonely in [ratings("a - | - b"), Ratings::new(Vec::<Vec<Option<&str>>>::new())] {
        let why = Err(Undefined::NothingToCompare);
        assert_eq!(lonely.fleiss().value, why);
        assert_eq!(lonely.cohen(0, 1, Weights::None).value, why);
        assert_eq!(lonely.krippendorff(Level::Nominal).value, why);
        assert_eq!(lonely.pairwise().value, why);
        assert_eq!(lonely.fleiss().left_out, lonely.items());
    }
}

#[test]
fn cohen_leaves_out_items_that_one_of_the_two_judges_left_out() {
    let agreement = ratings("a a | b b | a - | - b | a b | a").cohen(0, 1, Weights::None);
    assert_eq!((agreement.used, agreement.left_out, agreement.judgements), (3, 3, 6));
}

#[test]
fn words_have_no_order_until_a_list_is_given() {
    let unordered = ratings("low high | mid mid | high high");
    assert_eq!(unordered.cohen(0, 1, Weights::Linear).value, Err(Undefined::NoOrder));
    assert_eq!(unordered.krippendorff(Level::Ordinal).value, Err(Undefined::NoOrder));
    let rows = rows("low high | mid mid | high high");
    let ordered = Ratings::ordered(rows, ["low", "mid", "high"]).unwrap();
    assert!(ordered.cohen(0, 1, Weights::Linear).value.is_ok());
    assert!(ordered.krippendorff(Level::Ordinal).value.is_ok());
    let why = Err(Undefined::NotANumber("low".into()));
    assert_eq!(ordered.krippendorff(Level::Interval).value, why);
}

#[test]
fn numbers_are_ordered_by_value_not_by_spelling() {
    let spelled = ratings("10 9 | 9 9 | 2 10 | 2 2").cohen(0, 1, Weights::Quadratic).value;
    let listed = Ratings::ordered(rows("10 9 | 9 9 | 2 10 | 2 2"), ["2", "9", "10"]).unwrap();
    assert_eq!(spelled, listed.cohen(0, 1, Weights::Quadratic).value);
}

#[test]
fn two_spellings_of_a_number_are_one_value_where_numbers_count() {
    let spelled = ratings("1 1.0 | 2 2 | 3 2");
    let plain = ratings("1 1 | 2 2 | 3 2");
    for level in [Level::Ordinal, Level::Interval, Level::Ratio] {
        assert_eq!(spelled.krippendorff(level).value, plain.krippendorff(level).value);
    }
    assert_ne!(
        spelled.krippendorff(Level::Nominal).value,
        plain.krippendorff(Level::Nominal).value
    );
}

#[test]
fn values_that_only_differ_in_sign_have_no_ratio() {
    let agreement = ratings("-1 1 | 1 1 | -1 -1").krippendorff(Level::Ratio);
    assert_eq!(agreement.value, Err(Undefined::NoDistance));
}

#[test]
fn a_label_that_is_not_listed_is_refused_with_its_place() {
    let error = Ratings::ordered(rows("a b | a x"), ["a", "b"]).unwrap_err();
    assert_eq!(error, Error::UnknownLabel { item: 2, judge: 2, label: "x".into() });
}

#[test]
fn krippendorffs_own_example_comes_out() {
    let item = "1 1 - 1 | 2 2 3 2 | 3 3 3 3 | 3 3 3 3 | 2 2 2 2 | 1 2 3 4 | 4 4 4 4 | 1 1 2 1 | \
                2 2 2 2 | - 5 5 5 | - - 1 1 | - 3 - -";
    let alpha = |level| ratings(item).krippendorff(level).value.unwrap();
    let rounded = |level| (alpha(level) * 1000.0).round() / 1000.0;
    assert_eq!(rounded(Level::Nominal), 0.743);
    assert_eq!(rounded(Level::Ordinal), 0.815);
    assert_eq!(rounded(Level::Interval), 0.849);
    assert_eq!(rounded(Level::Ratio), 0.797);
}
