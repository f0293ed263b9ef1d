# SPDX-License-Identifier: GPL-3.0-or-later
"""What was found stays with the scene: as JSON in a text, as markers, and as a curve in the graph editor."""

import json

import bpy

MARKER = "Pliant "
GRAPH = "Pliant results"
COLLECTION = "Pliant overlay"

_read = {}


def _text_name(scene):
    return f"Pliant: {scene.name}"


def read(scene):
    """The JSON of the last check of this scene, or None."""
    text = bpy.data.texts.get(_text_name(scene))
    if text is None:
        return None
    written = text.as_string()
    if _read.get(scene.name, ("",))[0] != written:  # parsed once: panels ask at every redraw
        try:
            _read[scene.name] = (written, json.loads(written))
        except ValueError:
            return None
    return _read[scene.name][1]


def write(scene, document):
    """Keeps the results, and shows them on the time line and in the graph editor."""
    name = _text_name(scene)
    text = bpy.data.texts.get(name) or bpy.data.texts.new(name)
    text.clear()
    text.write(json.dumps(document))
    _set_markers(scene, document)
    _set_graph(scene, document)


def clear(scene):
    """Removes all of it."""
    text = bpy.data.texts.get(_text_name(scene))
    if text is not None:
        bpy.data.texts.remove(text)
    _set_markers(scene, {"frames": []})
    graph = bpy.data.objects.get(GRAPH)
    if graph is not None:
        bpy.data.objects.remove(graph)


def news(frame):
    """What is not allowed in a frame: pairs, and bodies inside others."""
    return frame["pairs"] - frame["known"] + nested(frame)


def nested(frame):
    """How many bodies lie inside others, or coincide."""
    return sum(r["kind"] != "undecided" for r in frame["relations"])


def worst(document):
    """Number of the worst frame, or None where nothing was found."""
    hit = [frame for frame in document["frames"] if news(frame)]
    if not hit:
        return None
    return max(hit, key=_severity)["frame"]


def _severity(frame):
    kinds = frame["kinds"]
    return kinds["crossing"], kinds["coplanar"] + kinds["fold"], kinds["touching"], nested(frame)


def next_hit(document, current):
    """Number of the next frame with a hit; after the last one the first; None where nothing was found."""
    hits = [frame["frame"] for frame in document["frames"] if news(frame)]
    return min((h for h in hits if h > current), default=min(hits, default=None))


def in_words(frame):
    """A line about a frame."""
    kinds = ", ".join(f"{count} {kind}" for kind, count in frame["kinds"].items() if count)
    parts = [kinds] if kinds else []
    if frame["known"]:
        parts.append(f"{frame['known']} of them allowed")
    if nested(frame):
        parts.append(f"{nested(frame)} inside others")
    return "; ".join(parts) or ("clean" if frame["all_examined"] else "nothing found, not everything examined")


def overlay_collection(scene):
    """Where the add-on puts its own objects."""
    collection = bpy.data.collections.get(COLLECTION) or bpy.data.collections.new(COLLECTION)
    if COLLECTION not in scene.collection.children:
        scene.collection.children.link(collection)
    return collection


def _set_markers(scene, document):
    for marker in [m for m in scene.timeline_markers if m.name.startswith(MARKER)]:
        scene.timeline_markers.remove(marker)
    for frame in document["frames"]:
        if news(frame):
            scene.timeline_markers.new(f"{MARKER}{news(frame)}", frame=frame["frame"])


def _set_graph(scene, document):
    graph = bpy.data.objects.get(GRAPH)
    if graph is None:
        graph = bpy.data.objects.new(GRAPH, None)
        graph["pliant_overlay"] = True
        graph.hide_render = True
        graph.empty_display_size = 0
        overlay_collection(scene).objects.link(graph)
    graph.animation_data_clear()
    for frame in document["frames"]:
        graph["pairs"] = news(frame)
        graph.keyframe_insert('["pairs"]', frame=frame["frame"])
