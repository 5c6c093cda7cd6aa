from __future__ import annotations

import json
from typing import Literal, TypedDict, Union, cast

from .automation_api import Execution, ExecutionSelfHealEvent, ExecutionStep
from .server_events import ServerEvent


class ExecutionChanged(TypedDict):
    """The start or the end of an execution."""

    event: Literal["execution"]
    data: Execution


class NumberedStep(ExecutionStep):
    # From 1.
    number: int


class StepChanged(TypedDict):
    event: Literal["step"]
    data: NumberedStep


class SelfHealChanged(TypedDict):
    """The heal of a step."""

    event: Literal["selfheal"]
    data: ExecutionSelfHealEvent


# A change of an execution.
ExecutionProgress = Union[ExecutionChanged, StepChanged, SelfHealChanged]


def read_progress(event: ServerEvent) -> ExecutionProgress:
    return cast(ExecutionProgress, {"event": event.event, "data": json.loads(event.data)})
