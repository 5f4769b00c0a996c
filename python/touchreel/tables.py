"""Tables of samples and of touches, as https://pandas.pydata.org or https://arrow.apache.org has them."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, Sequence, Union, overload

from .program import PathName, names, options, run, unnamed_file

if TYPE_CHECKING:
    import numpy
    import pandas
    import pyarrow

Paths = Union[PathName, Sequence[PathName]]


@overload
def samples(paths: Paths, *, arrow: Literal[False] = False, **given: Any) -> "pandas.DataFrame": ...
@overload
def samples(paths: Paths, *, arrow: Literal[True], **given: Any) -> "pyarrow.Table": ...
def samples(paths: Paths, *, arrow: bool = False, **given: Any) -> "Union[pandas.DataFrame, pyarrow.Table]":
    """A row for each sample of any number of recordings; ``hover=True`` has those that do not touch as well."""
    return _table("samples", paths, arrow, given)


@overload
def touches(paths: Paths, *, arrow: Literal[False] = False, **given: Any) -> "pandas.DataFrame": ...
@overload
def touches(paths: Paths, *, arrow: Literal[True], **given: Any) -> "pyarrow.Table": ...
def touches(paths: Paths, *, arrow: bool = False, **given: Any) -> "Union[pandas.DataFrame, pyarrow.Table]":
    """A row for each touch of any number of recordings."""
    return _table("touches", paths, arrow, given)


def _table(
    rows: str, paths: Paths, arrow: bool, given: "dict[str, Any]"
) -> "Union[pandas.DataFrame, pyarrow.Table]":
    arrays = _arrays(rows, paths, given)
    return _arrow_table(arrays) if arrow else _data_frame(arrays)


def _arrays(rows: str, paths: Paths, given: "dict[str, Any]") -> "dict[str, numpy.ndarray]":
    import numpy

    with unnamed_file() as file:
        run(["dump", "--format", "npz", "--rows", rows, *options(given), "--", *names(paths)], file)
        file.seek(0)
        # Without pickle: nothing of a recording is run.
        with numpy.load(file, allow_pickle=False) as archive:
            return {name: archive[name] for name in archive.files}


def _data_frame(arrays: "dict[str, numpy.ndarray]") -> "pandas.DataFrame":
    import pandas

    columns = {}
    for name, array in arrays.items():
        if f"{name}_names" in arrays:
            texts = arrays[f"{name}_names"].astype(object)
            columns[name] = pandas.Categorical.from_codes(array, texts)
        elif not name.endswith("_names"):
            columns[name] = array
    return pandas.DataFrame(columns, copy=False)


def _arrow_table(arrays: "dict[str, numpy.ndarray]") -> "pyarrow.Table":
    import pyarrow

    columns = {}
    for name, array in arrays.items():
        if f"{name}_names" in arrays:
            texts = pyarrow.array(arrays[f"{name}_names"].tolist(), pyarrow.string())
            codes = pyarrow.array(array, mask=array < 0)
            columns[name] = pyarrow.DictionaryArray.from_arrays(codes, texts)
        elif not name.endswith("_names"):
            # What is missing is NaN in NumPy and null in Arrow.
            columns[name] = pyarrow.array(array, from_pandas=True)
    return pyarrow.table(columns)
