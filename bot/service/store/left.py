"""What a process leaves for whoever serves its shards next: documents that are kept by the number of a shard."""

from __future__ import annotations

TAKEN = "taken"
"""The interactions that it took last, as its successor may have heard of them too."""
PANELS = "panels"
"""The private panels that were open. They die by themselves."""
