"""Reads and writes MCAP files with the mcap package from PyPI.

interoperate.py read FILE          prints as JSON what the package reads, front to back and by the indexes
interoperate.py write FILE KIND    writes a file of 500 messages on two channels; KIND is a key of KINDS
"""
import json
import sys

from mcap.reader import SeekingReader
from mcap.records import Attachment, Channel, Header, Message, Metadata, Schema
from mcap.stream_reader import StreamReader
from mcap.writer import CompressionType, IndexType, Writer

BARE = dict(index_types=IndexType.NONE, repeat_channels=False, repeat_schemas=False, use_statistics=False,
            use_summary_offsets=False)
KINDS = {
    "zstd": dict(compression=CompressionType.ZSTD, chunk_size=2000, enable_data_crcs=True),
    "none": dict(compression=CompressionType.NONE, chunk_size=2000),
    "lz4": dict(compression=CompressionType.LZ4, chunk_size=2000),
    "unchunked": dict(use_chunking=False, enable_data_crcs=True),
    "bare": dict(compression=CompressionType.ZSTD, chunk_size=2000, **BARE),
    "bareUnchunked": dict(use_chunking=False, **BARE),
    "noCRC": dict(compression=CompressionType.ZSTD, enable_crcs=False),
}


def told(message):
    return [message.channel_id, message.sequence, message.log_time, message.publish_time, message.data.hex()]


def read(path):
    result = {"messages": [], "attachments": [], "metadata": {}, "topics": {}, "schemas": {}}
    with open(path, "rb") as file:
        for record in StreamReader(file, validate_crcs=True).records:
            if isinstance(record, Header):
                result["profile"], result["library"] = record.profile, record.library
            elif isinstance(record, Message):
                result["messages"].append(told(record))
            elif isinstance(record, Attachment):
                result["attachments"].append([record.name, record.media_type, record.data.hex()])
            elif isinstance(record, Metadata):
                result["metadata"][record.name] = record.metadata
            elif isinstance(record, Channel):
                result["topics"][str(record.id)] = record.topic
            elif isinstance(record, Schema):
                result["schemas"][str(record.id)] = record.name
    with open(path, "rb") as file:
        reader = SeekingReader(file, validate_crcs=True)
        summary = reader.get_summary()
        result["count"] = summary.statistics.message_count
        result["chunks"] = len(summary.chunk_indexes)
        result["indexed"] = sorted(told(message) for _, _, message in reader.iter_messages())
        result["indexedAttachments"] = [attachment.name for attachment in reader.iter_attachments()]
        result["indexedMetadata"] = [metadata.name for metadata in reader.iter_metadata()]
        middle = result["messages"][len(result["messages"]) // 2][2]
        result["fromMiddle"] = sum(1 for _ in reader.iter_messages(start_time=middle))
    json.dump(result, sys.stdout)


def write(path, kind):
    writer = Writer(path, **KINDS[kind])
    writer.start(profile="p", library="python")
    schema = writer.register_schema("name", "jsonschema", b"{}")
    channels = [writer.register_channel("/a", "raw", schema, {"k": "v"}), writer.register_channel("/b", "raw", 0)]
    for index in range(500):
        writer.add_message(channels[index % 2], log_time=1000 + index, data=bytes([index % 256]) * (index % 40),
                           publish_time=index, sequence=index)
    writer.add_attachment(create_time=1, log_time=2, name="a.txt", media_type="text/plain", data=b"attached")
    writer.add_metadata("facts", {"one": "1"})
    writer.finish()


{"read": read, "write": write}[sys.argv[1]](*sys.argv[2:])
