"""Positions, moves, games and records."""

import pickle

import numpy as np
import pytest
from conftest import AR, conformance

import lexc


@pytest.mark.parametrize("name", ["scowl60", "scowl60-hard"])
def test_plays_are_those_of_the_command(scowl, name):
    """The counts and scores on which three independent programs agree."""
    rows = conformance(name)
    assert len(rows) >= 59
    for cgp, (_, plays, one_tile, score_sum, best) in rows:
        position = lexc.Position.from_cgp(cgp, scowl)
        found = position.plays()
        array = found.to_numpy()
        counts = (len(array), np.count_nonzero(array["placed"] == 1), array["score"].sum(), array["score"].max(initial=0))
        assert counts == (int(plays), int(one_tile), int(score_sum), int(best)), cgp
        assert len(found) == len(array)
        assert list(array["score"]) == sorted(array["score"], reverse=True)
        top = position.best_moves(3)
        assert [move.score for move in top] == sorted(array["score"])[::-1][:3]


def test_array_and_objects_agree(scowl, leaves):
    for cgp, _ in conformance("scowl60")[3::400]:
        position = lexc.Position.from_cgp(cgp, scowl)
        moves = position.moves(leaves)
        codes = {tile.text: code for code, tile in enumerate(scowl.tiles, 1)}
        kinds = ["play", "exchange", "pass"]
        for move, record in zip(moves, moves.to_numpy()):
            assert (move.score, move.equity, move.kind) == (record["score"], record["equity"], kinds[record["kind"]])
            if move.kind == "play":
                assert (move.row, move.col, move.direction == "down") == (record["row"], record["col"], record["down"])
                tiles = [0 if tile == "." else codes[tile.upper()] + 128 * tile.islower() for tile in move.tiles]
                assert list(record["tiles"][: record["length"]]) == tiles
                assert record["placed"] == move.placed == sum(tile > 0 for tile in tiles)
        best = max(moves, key=lambda move: move.equity)
        assert position.best_moves(1, leaves)[0].equity == best.equity
        everything = position.best_moves(10**18, leaves)
        assert sorted(everything) == sorted(moves) and everything[:5] == position.best_moves(5, leaves)


def test_placed_tiles_read_as_the_same_play():
    lexicon = lexc.Lexicon.from_bytes(lexc.compile(["[C]HA"], "spanish"))
    position = lexc.Position.start("[C]HA", lexicon)
    for move in position.plays():
        assert move.tiles == move.word == "[C]HA" and position.judge(f"{move.square} {move.tiles}").legal
    # The A on the board separates the C from the H, so the play needs no brackets.
    board = "/".join(["15"] * 7 + ["7A7"] + ["15"] * 7)
    lexicon = lexc.Lexicon.from_bytes(lexc.compile(["cah"], "spanish"))
    assert {move.tiles for move in lexc.Position.from_cgp(f"{board} [C]H/ 0/0 0", lexicon).plays()} == {"C.H"}


def test_moves_are_a_sequence(position):
    plays = position.plays()
    assert plays[-1] == plays[len(plays) - 1] and plays[::2] == list(plays)[::2]
    assert repr(plays) == f"<lexc.Moves with {len(plays)} plays>"
    for index in [len(plays), -len(plays) - 1, 10**30]:
        with pytest.raises(IndexError):
            plays[index]


def test_positions_read_as_they_were_written(scowl, care):
    for cgp, _ in conformance("scowl60")[::100]:
        position = lexc.Position.from_cgp(cgp, scowl)
        assert position.cgp == cgp
        assert lexc.Position.from_cgp(position.cgp, scowl) == position
    rules = "rack=8 bonus=40"
    position = lexc.Position.from_cgp(f"{AR} CESCARES/ 0/0 0 bb 30;", care, rules)
    copy = pickle.loads(pickle.dumps(position))
    assert copy == position and hash(copy) == hash(position)
    assert copy.best_moves() == position.best_moves()


def test_rules_come_from_the_position_unless_given(care):
    bingo = f"{AR} CESZZZZ/ 0/0 0"
    score = lambda text, rules=None: lexc.Position.from_cgp(text, care, rules).judge("8D SCARE").bonus
    short = "rack=3"
    text = f"{AR} CES/ 0/0 0"
    assert score(bingo) == 0
    assert score(text, short) == 50 and score(text + " bb 35;", short) == 35
    assert score(text + " bb 35;", short + " bonus=7") == 7
    with pytest.raises(lexc.LexcError, match="8 tiles on the rack where the rules allow 7"):
        lexc.Position.from_cgp(f"{AR} CESCARES/ 0/0 0", care)
    with pytest.raises(lexc.LexcError, match="rules, setting 1: board: "):
        lexc.Position.from_cgp(text, care, "board=nonsense")
    with pytest.raises(TypeError, match="'dict'"):
        lexc.Position.from_cgp(text, care, {"rack_size": 7})


def test_rules_are_a_text_that_the_alphabet_completes(care):
    spanish = lexc.Lexicon.from_bytes(lexc.compile(["CHA"], alphabet="spanish"))
    assert " exchange=1 " in lexc.Position.start("", spanish).rules
    text = "board=1,1:=.'/.-/'.= rack=3 bonus=9 blank=1 exchange=2 scoreless=4 passes=3 end=printed challenge=5/word"
    small = lexc.Position.from_cgp("3/3/3 CES/ 0/0 0 etl 4;", care, text)
    assert small.rules == text and pickle.loads(pickle.dumps(small)) == small
    game = lexc.Game(care, seed=1, rules=text)
    assert game.position.rules == text and len(game.racks[0]) == 3
    for wrong, message in [
        ("rack=8 bonus", r"^rules, setting 2: no = in it \(write key=value, such as rack=8\)$"),
        ("rack=22", "^rules: a rack size of 22 "),
    ]:
        for read in [lambda: lexc.Position.start("", care, wrong), lambda: lexc.Game(care, seed=1, rules=wrong)]:
            with pytest.raises(lexc.LexcError, match=message):
                read()


def test_moves_lead_to_positions(position):
    after = position.after(position.best_moves()[0])
    assert after.scores == (0, 16) and after.board["8D"] == "S" and str(after.opponent_rack) == ""
    assert position.after("exchange CE").zero_turns == 1 and str(position.after("pass").opponent_rack) == "CES"
    for text, message in [
        ("8E CARS", "CARS"),
        ("1A ACE", "must|touch|connect|rack"),
        ("exchange ZZ", "not all of them are on the rack"),
        ("nonsense", "square|8D"),
        ("", "square|8D"),
    ]:
        with pytest.raises(lexc.LexcError, match=message):
            position.after(text)


def test_moves_are_read_as_they_are_written(position):
    for move in [*position.plays(), *position.moves()]:
        read = position.parse(move.text)
        assert read == move._replace(equity=None)
    assert position.parse("Pass") == lexc.Move("pass", 0, kind="pass", leave="CES")


def test_draws_itself(position):
    for svg in [position.svg(), position.board.svg(), position._repr_html_()]:
        assert svg.startswith("<svg") and svg.rstrip().endswith("</svg>") and ">A</text>" in svg


def test_a_game_of_four_goes_round_and_ends_in_the_printed_form(scowl):
    game = lexc.Game(scowl, players=4, seed=1)
    assert game.bag_len == 72 and [len(rack) for rack in game.racks] == [7] * 4
    for player in (0, 1, 2, 3, 0):
        assert game.on_turn == player
        game.make("pass")
    cgp = game.position.cgp
    assert lexc.Position.from_cgp(cgp, scowl).bag_len == 72 and cgp.split()[2] == "0/0/0/0"
    game.play_out()
    assert game.is_over and len(game.scores) == 4
    with pytest.raises(lexc.LexcError, match="a game of 4 players"):
        lexc.Gcg.from_game(game)
    with pytest.raises(lexc.LexcError, match="5 players"):
        lexc.Game(scowl, players=5, seed=1)
    with pytest.raises(IndexError, match="player 4: not 0 to 3"):
        game.adjust(4, 5)


def test_games_repeat_by_seed_and_read_back_from_their_records(scowl, leaves):
    def played(seed):
        game = lexc.Game(scowl, seed=seed)
        for _ in range(6):
            game.make((game.position.best_moves(1, leaves))[0])
        return game

    game = played(1)
    assert lexc.Gcg.from_game(game) == lexc.Gcg.from_game(played(1)) and lexc.Gcg.from_game(game) != lexc.Gcg.from_game(played(2))
    resumed = lexc.Gcg.parse(str(lexc.Gcg.from_game(game, ("Ann", "Bob")))).resume(scowl, seed=1)
    assert resumed.position == game.position and resumed.scores == game.scores
    before = game.position
    turn = game.make("pass")
    assert game.take_back() == turn and game.position == before
    game.play_out(leaves)
    assert game.is_over and game.on_turn is None
    steps = lexc.Gcg.from_game(game).replay(scowl)
    assert steps[0].position.board == lexc.Position.start("A", scowl).board
    assert tuple({step.player: step.total for step in steps}[player] for player in (0, 1)) == game.scores
    with pytest.raises(lexc.LexcError, match="the game is over"):
        game.make("pass")


def test_a_game_keeps_the_operations_of_its_position(care):
    game = lexc.Game.from_cgp(f"{AR} CES/EES 0/0 0 bb 30; etl 1;", care, seed=1)
    with pytest.raises(lexc.LexcError, match="continues a position has no record"):
        lexc.Gcg.from_game(game)
    position = game.position
    assert position.cgp.endswith(" bb 30; etl 1;") and pickle.loads(pickle.dumps(position)) == position


def test_a_game_has_no_more_tiles_than_the_bag(care):
    for text in [f"{AR} QQ/EES 0/0 0", f"{AR} EES/QQ 0/0 0", f"{AR} Q/Q 0/0 0", f"{AR.replace('AR8', 'ARQ7')} Q/ 0/0 0"]:
        with pytest.raises(lexc.LexcError, match="more of a tile than the alphabet"):
            lexc.Game.from_cgp(text, care, seed=1)


def test_a_record_in_a_str_is_already_decoded():
    text = "#character-encoding ISO-8859-1\n#player1 jose José\n#player2 bob Bob\n>jose: ACERS?? 8D SCARE +16 16\n"
    named = lexc.Gcg.parse(text.encode("latin-1"))
    for record in [text, "\ufeff" + text, text.split("\n", 1)[1]]:
        gcg = lexc.Gcg.parse(record)
        assert gcg == named and gcg.players[0] == ("jose", "José") and gcg.repairs == []
    with pytest.raises(lexc.LexcError, match="^line 1, character 1: a line that starts"):
        lexc.Gcg.parse("é\n")
    assert lexc.Gcg.parse(text.replace("#player2 bob Bob\n", "")).repairs


def test_phonies_come_off_the_board(care):
    game = lexc.Game.from_cgp(f"{AR} CES/EES 0/0 0", care, seed=1)
    with pytest.raises(lexc.LexcError, match="CARS"):
        game.make("8E CARS")
    game.make("8E CARS", phonies=True)
    assert game.challenge() == "CARS" and game.scores == (0, 0)
    assert game.turns[-1].kind == "withdrawal"
    with pytest.raises(lexc.LexcError, match="no play to challenge"):
        game.challenge(5)


def test_simulations_repeat_by_seed_on_any_number_of_threads(scowl, leaves):
    position = lexc.Position.from_cgp(conformance("scowl60")[3][0], scowl)
    one, two = (position.simulate(leaves, samples=64, candidates=4, threads=threads) for threads in [1, 2])
    assert one == two and len(one.candidates) == 4 and one.samples == 64
    after = position.start("CARE", scowl).after("8G CARE")
    usual, told = (after.simulate(leaves, samples=64, last_move=last) for last in [None, "8G CARE"])
    assert usual != told
    for bad in [{"last_move": "8G RACE"}, {"candidates": 0}, {"candidates": 10**9}, {"confidence": 0.5}, {"threads": 10**6}]:
        with pytest.raises(lexc.LexcError):
            position.simulate(leaves, **bad)


def test_end_games_are_solved_and_limits_end_the_search(scowl):
    rows = "/".join(["15"] * 7)
    end = lexc.Position.from_cgp(f"{rows}/5CARE6/{rows} ACERST?/AACERST 0/0 0", scowl)
    solution = end.solve(node_limit=100)
    assert not solution.is_exact and solution.line
    assert not end.solve(time_limit=0.01).is_exact
    with pytest.raises(lexc.LexcError, match="the bag has"):
        lexc.Position.start("CARE", scowl).solve()
    for limit in [-1.0, float("nan"), float("inf")]:
        with pytest.raises(lexc.LexcError, match="time_limit"):
            end.solve(time_limit=limit)
