//! Generates.
use lexc_runtime::*;
fn main() {
    let mut args = std::env::args().skip(1);
    let image = std::fs::read(args.next().unwrap()).unwrap();
    let count: usize = args.next().unwrap().parse().unwrap();
    let lexicon = Lexicon::from_bytes(&image).unwrap();
    let alphabet = lexicon.alphabet();
    let rules = Rules::standard(alphabet);
    let mut seed = 12345u64;
    let mut random = move |n: usize| {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        (seed >> 11) as usize % n
    };
    println!("#cgp");
    for _ in 0..count {
        let mut bag: Vec<RackTile> = Vec::new();
        let counts = [
            9, 2, 2, 4, 12, 2, 3, 2, 9, 1, 1, 4, 2, 6, 8, 2, 1, 6, 4, 6, 4, 2, 2, 1, 2, 1,
        ];
        for (i, &c) in counts.iter().enumerate() {
            for _ in 0..c {
                bag.push(RackTile::Letter(Tile::new(i as u8 + 1).unwrap()));
            }
        }
        bag.push(RackTile::Blank);
        bag.push(RackTile::Blank);
        for i in (1..bag.len()).rev() {
            let j = random(i + 1);
            bag.swap(i, j);
        }
        let mut board = Board::new(rules.layout().dimensions());
        let mut racks = [Rack::EMPTY; 2];
        for r in &mut racks {
            for _ in 0..7 {
                let _ = r.add(bag.pop().unwrap());
            }
        }
        let mut turn = 0;
        let movegen = MoveGen::new(&lexicon);
        loop {
            let position = Position::try_new(board.clone(), racks[turn], &rules).unwrap();
            let Some(play) = movegen.best(&position) else {
                break;
            };
            board.play_unchecked(&play);
            for (_, t) in play.placed() {
                assert!(racks[turn].remove(t));
            }
            while racks[turn].len() < 7
                && let Some(t) = bag.pop()
            {
                let _ = racks[turn].add(t);
            }
            turn = 1 - turn;
            if bag.is_empty() {
                if racks[0].is_empty() || racks[1].is_empty() {
                    break;
                }
                let cgp = Cgp::new(board.clone(), racks[turn]).with_opponent_rack(racks[1 - turn]);
                println!("{}\t0\tpass\tx", cgp.display(alphabet));
                break;
            }
        }
    }
}
