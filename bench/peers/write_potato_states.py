"""Adds annotations to annotators' files with Potato's own class. Runs in Potato's environment; reads its request from
standard input.
"""

import json
import os
import sys

from potato.item_state_management import Label
from potato.phase import UserPhase
from potato.user_state_management import InMemoryUserState

request = json.load(sys.stdin)
label = Label(request["scheme"], request["scheme"])
for name, annotations in request["annotators"].items():
    folder = os.path.join(request["folder"], name)
    if os.path.exists(os.path.join(folder, "user_state.json")):
        state = InMemoryUserState.load(folder)
    else:
        state = InMemoryUserState(name, 0)
        state.advance_to_phase(UserPhase.ANNOTATION, None)
    for item, value in annotations:
        state.instance_id_to_label_to_value[item] = {label: value}
    # Annotated items first, and then those that are assigned but not annotated, as if annotated one after the other.
    state.instance_id_ordering = [item for item, _ in annotations] + list(state.instance_id_ordering)
    state.assigned_instance_ids = set(state.instance_id_ordering)
    state.max_assignments += len(annotations)
    state.current_instance_index = max(0, len(state.instance_id_to_label_to_value) - 1)
    state.save(folder)
