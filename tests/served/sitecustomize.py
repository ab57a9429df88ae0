"""Templates are compiled once a run. A server that a test starts reads this before anything else."""

import os
import sys
from contextlib import suppress


def compile_once(folder: str) -> None:
    from flask import Flask
    from jinja2 import FileSystemBytecodeCache
    from jinja2.bccache import Bucket

    class CompiledOnce(FileSystemBytecodeCache):
        def dump_bytecode(self, bucket: Bucket) -> None:
            with suppress(OSError):  # on a full disk
                super().dump_bytecode(bucket)

    Flask.jinja_options = {"bytecode_cache": CompiledOnce(folder)}


if "serve" in sys.orig_argv and (folder := os.environ.get("COMPILED_TEMPLATES")):
    compile_once(folder)
