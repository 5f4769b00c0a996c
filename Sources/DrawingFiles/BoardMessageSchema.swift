extension BoardMessage {
  /// What names the schema in a recording.
  public static let schemaName = "touchreel.BoardMessage"

  /// The messages' JSON Schema (draft 2020-12), for the recording's schema record of encoding `jsonschema`.
  public static let schema = #"""
    {
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "title": "touchreel.BoardMessage",
      "type": "object",
      "required": ["version", "command"],
      "properties": {
        "version": {"const": 1},
        "command": {"type": "string"}
      },
      "oneOf": [
        {"properties": {"command": {"enum": ["clear", "undo", "redo", "endText", "delete", "deselect"]}}},
        {"properties": {"command": {"const": "tool"}, "value": {"type": "string"}}, "required": ["value"]},
        {"properties": {"command": {"const": "color"}, "value": {"$ref": "#/$defs/color"}}, "required": ["value"]},
        {"properties": {"command": {"const": "width"}, "value": {"type": "number"}}, "required": ["value"]},
        {"properties": {"command": {"const": "fill"}, "value": {"oneOf": [{"$ref": "#/$defs/color"}, {"type": "null"}]}}},
        {"properties": {"command": {"const": "cap"}, "value": {"enum": ["butt", "round", "square"]}}, "required": ["value"]},
        {"properties": {"command": {"const": "join"}, "value": {"enum": ["miter", "round", "bevel"]}}, "required": ["value"]},
        {"properties": {"command": {"const": "pattern"}, "value": {"enum": ["solid", "dashed"]}}, "required": ["value"]},
        {"properties": {"command": {"const": "sides"}, "value": {"type": "integer", "minimum": 3, "maximum": 100}}, "required": ["value"]},
        {"properties": {"command": {"const": "font"}, "value": {"$ref": "#/$defs/font"}}, "required": ["value"]},
        {"properties": {"command": {"const": "smoothing"}, "value": {"enum": ["none", "midpoint", "oneEuro"]}}, "required": ["value"]},
        {"properties": {"command": {"const": "pressure"}, "value": {"$ref": "#/$defs/pressure"}}, "required": ["value"]},
        {"properties": {"command": {"const": "speed"}, "value": {"enum": ["off", "on"]}}, "required": ["value"]},
        {"properties": {"command": {"const": "coloring"}, "value": {"enum": ["chosen", "byTouch"]}}, "required": ["value"]},
        {"properties": {"command": {"const": "theme"}, "value": {"enum": ["ownColor", "redInProgress"]}}, "required": ["value"]},
        {"properties": {"command": {"const": "cancelledInk"}, "value": {"enum": ["hidden", "shown"]}}, "required": ["value"]},
        {"properties": {"command": {"const": "marks"}, "value": {"enum": ["hidden", "shown"]}}, "required": ["value"]},
        {"properties": {"command": {"const": "text"}, "value": {"type": "string"}}, "required": ["value"]},
        {"properties": {"command": {"const": "restyle"}, "value": {"$ref": "#/$defs/restyling"}}, "required": ["value"]},
        {"properties": {"command": {"const": "background"}, "value": {"$ref": "#/$defs/background"}}, "required": ["value"]},
        {"properties": {"command": {"const": "drawing"}, "value": {"$ref": "#/$defs/drawing"}}, "required": ["value"]},
        {"properties": {"command": {"const": "size"}, "value": {"type": "array", "items": {"type": "number"}, "minItems": 2, "maxItems": 2}}, "required": ["value"]},
        {"properties": {"command": {"const": "cancel"}, "value": {"$ref": "#/$defs/cancel"}}, "required": ["value"]},
        {"properties": {"command": {"const": "rules"}, "value": {"$ref": "#/$defs/rules"}}, "required": ["value"]},
        {"properties": {"command": {"const": "mapping"}, "value": {"$ref": "#/$defs/mapping"}}, "required": ["value"]}
      ],
      "$defs": {
        "color": {"type": "string", "pattern": "^#[0-9a-f]{8}$"},
        "font": {
          "type": "object",
          "properties": {"family": {"type": "string"}, "size": {"type": "number", "description": "board points"}},
          "required": ["family", "size"]
        },
        "restyling": {
          "type": "object",
          "description": "one of these, for what is selected",
          "properties": {
            "color": {"$ref": "#/$defs/color"},
            "fill": {"oneOf": [{"$ref": "#/$defs/color"}, {"const": "none"}]},
            "width": {"type": "number"},
            "cap": {"enum": ["butt", "round", "square"]},
            "join": {"enum": ["miter", "round", "bevel"]},
            "pattern": {"enum": ["solid", "dashed"]}
          },
          "minProperties": 1,
          "maxProperties": 1
        },
        "pressure": {
          "type": "object",
          "properties": {"law": {"enum": ["off", "pens", "all"]}, "gamma": {"type": "number"}},
          "required": ["law"]
        },
        "background": {
          "type": "object",
          "properties": {
            "type": {"enum": ["color", "gradient", "image"]},
            "color": {"$ref": "#/$defs/color"},
            "from": {"$ref": "#/$defs/color"},
            "to": {"$ref": "#/$defs/color"},
            "angle": {"type": "number", "description": "degrees anticlockwise from east"},
            "image": {"type": "string", "description": "SHA-256 of the attachment, in hexadecimal"},
            "mode": {"enum": ["tile", "fit", "fill"]}
          },
          "required": ["type"]
        },
        "drawing": {
          "type": "object",
          "description": "as in a drawing file, without a version",
          "properties": {
            "size": {"type": "array", "items": {"type": "number"}, "minItems": 2, "maxItems": 2},
            "background": {"$ref": "#/$defs/background"},
            "operations": {"type": "array", "items": {"type": "object"}}
          },
          "required": ["size", "background", "operations"]
        },
        "cancel": {
          "type": "object",
          "properties": {
            "channel": {"type": "integer", "description": "the device's opening, counted from 0"},
            "trackingId": {"type": "integer"},
            "reason": {"type": "string"}
          },
          "required": ["channel", "trackingId", "reason"]
        },
        "rules": {
          "type": "object",
          "properties": {
            "palms": {"enum": ["rejected", "accepted"]},
            "penOverTouch": {"enum": ["silencesFingers", "ignored"]}
          },
          "required": ["palms", "penOverTouch"]
        },
        "mapping": {
          "type": "object",
          "properties": {
            "fit": {"enum": ["aspect", "stretch"]},
            "rotation": {"enum": [0, 90, 180, 270]},
            "calibration": {"type": "array", "items": {"type": "number"}, "minItems": 6, "maxItems": 6},
            "range": {"type": "array", "items": {"type": "integer"}, "minItems": 4, "maxItems": 4}
          },
          "required": ["fit", "rotation", "calibration"]
        }
      }
    }
    """#
}
