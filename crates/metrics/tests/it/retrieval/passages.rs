use grice_metrics::retrieval::{
    TOPIOCQA_CUTOFFS, TitledPassage, any_gold, gold_rank, gold_share, share_within,
};

#[test]
fn a_hit_needs_both_title_and_text() {
    let passage = |title, text| TitledPassage { title, text };
    let gold = passage("Bridges", "Built of stone.");
    let ranking = [
        passage("Bridges", "Built of wood."),
        passage("Roads", "Built of stone."),
        passage("bridges", "Built of stone."),
        passage("Bridges", "Built of stone."),
    ];
    assert_eq!(gold_rank(&gold, ranking), Some(4));
    assert_eq!(gold_rank(&gold, ranking[..3].iter().copied()), None);
}

#[test]
fn turns_without_a_hit_count_in_the_share() {
    let ranks = [Some(1), None, Some(3), Some(100)];
    let shares = share_within(&ranks, &TOPIOCQA_CUTOFFS).unwrap();
    assert_eq!(shares, [0.25, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.75]);
    assert_eq!(share_within(&[], &TOPIOCQA_CUTOFFS), None);
}

#[test]
fn any_gold_passage_is_enough_for_r_at_k() {
    let (gold, ranking) = (["b", "x"], ["a", "b", "c"]);
    assert_eq!(any_gold(&gold, &ranking, 1), Some(0.0));
    assert_eq!(any_gold(&gold, &ranking, 2), Some(1.0));
    assert_eq!(any_gold::<&str>(&[], &ranking, 2), None);
}

#[test]
fn r_all_is_the_share_of_gold_passages_each_counted_once() {
    let (gold, ranking) = (["b", "c", "b", "x"], ["b", "b", "c"]);
    assert_eq!(gold_share(&gold, &ranking, 2), Some(1.0 / 3.0));
    assert_eq!(gold_share(&gold, &ranking, 10), Some(2.0 / 3.0));
    assert_eq!(gold_share::<&str>(&[], &ranking, 2), None);
}
