"""Values: small objects that are compared by their content and never change."""

from dataclasses import dataclass
from typing import TypeVar, dataclass_transform

_Type = TypeVar("_Type")


@dataclass_transform(frozen_default=True)
def value(cls: type[_Type]) -> type[_Type]:
    """Make the class a dataclass whose objects only the type checker keeps from being changed.

    A frozen dataclass keeps them at run time too, and takes two to three times as long to make an object. Actions are
    made several times a decision.
    """
    return dataclass(slots=True, unsafe_hash=True)(cls)
