"""Walks the desktop through libatspi as OSWorld-style tree readers do; prints one JSON line a round.

Reads for each node: role, name, states, interfaces, extents, child count. Nodes below something that is not
showing are skipped, which favours this walk: a full dump costs more.
"""
import json
import sys
import time

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi  # noqa: E402


def walk(node, depth, count):
    if node is None or depth > 50:
        return count
    states = node.get_state_set()
    node.get_role()
    node.get_name()
    node.get_interfaces()
    component = node.get_component_iface()
    if component is not None:
        component.get_extents(Atspi.CoordType.SCREEN)
    count += 1
    if depth > 1 and not states.contains(Atspi.StateType.VISIBLE):
        return count
    children = min(node.get_child_count(), 1500)
    for i in range(children):
        try:
            count = walk(node.get_child_at_index(i), depth + 1, count)
        except Exception:
            pass
    return count


def main():
    pids = {int(a) for a in sys.argv[2:]}
    for _ in range(int(sys.argv[1])):
        started = time.perf_counter()
        per_app = {}
        desktop = Atspi.get_desktop(0)
        desktop.clear_cache()
        for i in range(desktop.get_child_count()):
            app = desktop.get_child_at_index(i)
            if app is None or (pids and app.get_process_id() not in pids):
                continue
            app.clear_cache()
            at = time.perf_counter()
            nodes = walk(app, 0, 0)
            per_app[app.get_name()] = {"nodes": nodes, "ms": (time.perf_counter() - at) * 1000}
        print(json.dumps({"ms": (time.perf_counter() - started) * 1000, "apps": per_app}), flush=True)


main()
