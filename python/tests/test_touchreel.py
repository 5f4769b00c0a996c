"""The package with the real program, which TOUCHREEL names, and the recordings of Fixtures."""
import io
import os
import stat
import subprocess
from pathlib import Path

import pandas
import pytest

import touchreel

FIXTURES = Path(__file__).parents[2] / "Fixtures"
TEN = FIXTURES / "ten-fingers.mcap"
PEN = FIXTURES / "pen-tilt-eraser.mcap"
OVERRUN = FIXTURES / "overrun.mcap"

pytest_plugins = ["touchreel.pytest_plugin"]


def csv(*arguments):
    command = [touchreel.program(), "dump", "--format", "csv", *map(str, arguments)]
    return pandas.read_csv(io.BytesIO(subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout))


def words(column):
    return [word if isinstance(word, str) else None for word in column]


@pytest.mark.parametrize("rows, read", [("samples", touchreel.samples), ("touches", touchreel.touches)])
def test_tables_are_those_in_csv(rows, read):
    found, expected = read([TEN, PEN]), csv("--rows", rows, TEN, PEN)
    assert list(found) == list(expected)
    for name in expected:
        if isinstance(found[name].dtype, pandas.CategoricalDtype):
            assert words(found[name]) == words(expected[name]), name
        else:
            pandas.testing.assert_series_equal(found[name], expected[name], check_dtype=False)
    assert found.groupby("recording", observed=True).size().to_dict() == expected.groupby("recording").size().to_dict()


@pytest.mark.parametrize("read", [touchreel.samples, touchreel.touches])
def test_a_table_of_arrow_is_that_of_pandas(read):
    found, expected = read([TEN, PEN], arrow=True), read([TEN, PEN])
    assert found.column_names == list(expected)
    for name in expected:
        given = [None if value != value or value is None else value for value in expected[name].astype(object)]
        assert found[name].to_pylist() == given, name
    assert found.schema.field("recording").type.value_type == "string"


def test_options_are_keywords():
    hovering = touchreel.samples(PEN, hover=True)
    assert len(hovering) == len(csv("--hover", PEN)) > len(touchreel.samples(PEN, hover=False))
    assert touchreel.samples(str(TEN), touch=[3, 5])["touch"].unique().tolist() == [3, 5]


def test_a_table_can_be_changed():
    table = touchreel.samples(TEN)
    table["x"] += 1.0
    table.loc[0, "x"] = 5.0
    assert table["x"].iloc[0] == 5.0


def test_frames_are_all_events():
    lines = subprocess.run([touchreel.program(), "dump", str(TEN)], stdout=subprocess.PIPE, check=True).stdout
    found = list(touchreel.frames(TEN))
    events = [line.split() for line in lines.decode().splitlines() if " EV_" in line]
    assert len(found) == sum(event[3] == "SYN_REPORT" for event in events)
    names = [(event.type, event.code, str(event.value)) for frame in found for event in frame.events]
    assert names == [tuple(event[2:]) for event in events if event[3] != "SYN_REPORT"]
    assert found[1].time == 0.00821 and found[1].device == 0


def test_frames_can_be_left_early():
    iterator = touchreel.frames(TEN)
    assert next(iterator).events[0] == touchreel.Event("EV_KEY", "BTN_TOUCH", 1)
    iterator.close()


def test_live_frames_come_through_a_pipe(monkeypatch, tmp_path):
    # A recorder that has a recording for its device: this one counts what it was asked for.
    program = tmp_path / "touchreel"
    program.write_text(
        f'#!/bin/sh\nif [ "$1" = record ]; then echo "$@" >{tmp_path}/asked; exec cat {TEN}; fi\n'
        f'exec {touchreel.program()} "$@"\n')
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setenv("TOUCHREEL", str(program))
    assert list(touchreel.live("event7", idle="30")) == list(touchreel.frames(TEN))
    assert (tmp_path / "asked").read_text() == "record -o - --idle 30 --device event7\n"


def test_pictures_are_those_of_render(tmp_path):
    picture = tmp_path / "ten.png"
    arguments = ["--size", "320x180", "--color-by", "touch"]
    subprocess.run([touchreel.program(), "render", str(TEN), "-o", str(picture), *arguments], check=True)
    assert touchreel.render(TEN, size="320x180", color_by="touch") == picture.read_bytes()
    pillow = pytest.importorskip("PIL.Image")
    image = touchreel.image(TEN, size="320x180", color_by="touch")
    assert image.size == (320, 180) and image.tobytes() == pillow.open(picture).tobytes()
    assert touchreel.render(TEN, "svg", background="none").startswith(b"<svg")


def test_errors_are_the_messages_of_the_program(monkeypatch, tmp_path):
    with pytest.raises(touchreel.TouchReelError, match=r"^/nowhere\.mcap: no such file; check the name$"):
        touchreel.samples("/nowhere.mcap")
    with pytest.raises(touchreel.TouchReelError, match="no such file"):
        list(touchreel.frames("/nowhere.mcap"))
    with pytest.raises(touchreel.TouchReelError, match="^There is no option '--colour'; did you mean '--color'"):
        touchreel.render(TEN, colour="red")
    with pytest.raises(touchreel.TouchReelError, match="no such file"):
        touchreel.samples("--help")
    with pytest.warns(touchreel.TouchReelWarning, match="events were lost once"):
        touchreel.touches(OVERRUN)
    monkeypatch.setenv("TOUCHREEL", str(tmp_path / "absent"))
    with pytest.raises(touchreel.TouchReelError, match="absent cannot be run: No such file"):
        touchreel.touches(TEN)


def test_the_program_is_found_on_the_path(monkeypatch, tmp_path):
    (tmp_path / "touchreel").symlink_to(touchreel.program())
    monkeypatch.delenv("TOUCHREEL")
    monkeypatch.setenv("PATH", str(tmp_path))
    assert touchreel.program() == os.fspath(tmp_path / "touchreel")
    monkeypatch.setenv("PATH", "")
    with pytest.raises(touchreel.TouchReelError, match="touchreel is not installed"):
        touchreel.program()


def test_what_is_injected_arrives(touch_session):
    recorded = touch_session.inject(TEN, time_tolerance="10s")
    assert len(touchreel.touches(recorded)) == len(touchreel.touches(TEN))


def test_another_recording_differs(touch_session):
    with touch_session.prepare(TEN, to="0.3") as injection:
        assert injection.nodes[0].startswith("/dev/input/event")
        recorded = injection.play()
    with pytest.raises(pytest.fail.Exception, match="differ"):
        touch_session.compare(TEN, recorded, ignore_start=True, time_tolerance="10s")
