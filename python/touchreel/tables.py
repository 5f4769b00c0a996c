"""Tables of samples and of touches, as https://pandas.pydata.org has them."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, Sequence, Union

from .program import PathName, names, options, run, unnamed_file

if TYPE_CHECKING:
    import pandas


def samples(paths: "Union[PathName, Sequence[PathName]]", **given: Any) -> "pandas.DataFrame":
    """A row for each sample of any number of recordings; ``hover=True`` has those that do not touch as well."""
    return _table("samples", paths, given)


def touches(paths: "Union[PathName, Sequence[PathName]]", **given: Any) -> "pandas.DataFrame":
    """A row for each touch of any number of recordings."""
    return _table("touches", paths, given)


def _table(rows: str, paths: "Union[PathName, Sequence[PathName]]", given: "dict[str, Any]") -> "pandas.DataFrame":
    import numpy
    import pandas

    with unnamed_file() as file:
        run(["dump", "--format", "npz", "--rows", rows, *options(given), "--", *names(paths)], file)
        file.seek(0)
        # Without pickle: nothing of a recording is run.
        with numpy.load(file, allow_pickle=False) as archive:
            arrays = {name: archive[name] for name in archive.files}
    columns = {}
    for name, array in arrays.items():
        if f"{name}_names" in arrays:
            texts = arrays[f"{name}_names"].astype(object)
            columns[name] = pandas.Categorical.from_codes(array, texts)
        elif not name.endswith("_names"):
            columns[name] = array
    return pandas.DataFrame(columns, copy=False)
