import TouchReelCanvas
import TouchReelDrawingBoard
import TouchReelDrawings
import TouchReelTouchTracking

extension BoardMessage {
  /// What names the schema in a recording.
  package static let schemaName = "touchreel.BoardMessage"

  /// The messages' JSON Schema (draft 2020-12), for the recording's schema record of encoding `jsonschema`. Its words
  /// are those of the enumerations that messages are read into.
  package static let schema = #"""
    {
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "title": "touchreel.BoardMessage",
      "description": "What is done to a board besides touching it, or a setting of touches that begin later. What writers write: readers take words in any case, with or without hyphens, and colours by name, with three digits or without #.",
      "type": "object",
      "required": ["version", "command"],
      "properties": {
        "version": {"const": 1},
        "command": {"enum": [\#((BoardSetting.all.map(\.name) + CommandName.allCases.map(\.rawValue)).map { "\"\($0)\"" }.joined(separator: ", "))]}
      },
      "oneOf": [
        {"properties": {"command": {"enum": ["clear", "undo", "redo", "endText", "delete", "deselect", "selectAll"]}}},
        \#(BoardSetting.all.map(\.schema).joined(separator: ",\n    ")),
        {"properties": {"command": {"const": "text"}, "value": {"type": "string"}}, "required": ["value"]},
        {"properties": {"command": {"const": "textArea"}, "value": {"$ref": "#/$defs/area"}}, "required": ["value"]},
        {"properties": {"command": {"const": "restyle"}, "value": {"$ref": "#/$defs/restyling"}}, "required": ["value"]},
        {"properties": {"command": {"const": "select"}, "value": {"type": "array", "items": {"type": "integer"}}}, "required": ["value"]},
        {"properties": {"command": {"const": "paste"}, "value": {"type": "array", "items": {"$ref": "#/$defs/placed"}}}, "required": ["value"]},
        {"properties": {"command": {"const": "duplicate"}, "value": {"$ref": "#/$defs/offset"}}, "required": ["value"]},
        {"properties": {"command": {"const": "order"}, "value": {"$ref": "#/$defs/end"}}, "required": ["value"]},
        {"properties": {"command": {"enum": ["flip", "distribute"]}, "value": \#(words(BoardAxis.self))}, "required": ["value"]},
        {"properties": {"command": {"const": "align"}, "value": \#(words(ShapeAlignment.self))}, "required": ["value"]},
        {"properties": {"command": {"const": "replaceStroke"}, "value": {"$ref": "#/$defs/shape"}}, "required": ["value"]},
        {"properties": {"command": {"const": "background"}, "value": {"$ref": "#/$defs/background"}}, "required": ["value"]},
        {"properties": {"command": {"enum": ["page", "removePage"]}, "value": {"$ref": "#/$defs/page"}}},
        {"properties": {"command": {"const": "addPage"}, "value": {"$ref": "#/$defs/newPage"}}},
        {"properties": {"command": {"const": "addPages"}, "value": {"$ref": "#/$defs/newPages"}}, "required": ["value"]},
        {
          "properties": {
            "command": {"const": "movePage"},
            "value": {"type": "array", "items": {"$ref": "#/$defs/page"}, "minItems": 2, "maxItems": 2, "description": "from, to"}
          },
          "required": ["value"]
        },
        {"properties": {"command": {"enum": ["layer", "removeLayer"]}, "value": {"$ref": "#/$defs/layer"}}},
        {"properties": {"command": {"const": "addLayer"}, "value": {"$ref": "#/$defs/newLayer"}}},
        {
          "properties": {
            "command": {"const": "moveLayer"},
            "value": {"type": "array", "items": {"$ref": "#/$defs/layer"}, "minItems": 2, "maxItems": 2, "description": "from, to"}
          },
          "required": ["value"]
        },
        {"properties": {"command": {"const": "changeLayer"}, "value": {"$ref": "#/$defs/layerChange"}}, "required": ["value"]},
        {
          "properties": {
            "command": {"const": "pageSize"},
            "value": {"oneOf": [{"$ref": "#/$defs/size"}, {"$ref": "#/$defs/steps"}, {"type": "null"}]}
          }
        },
        {"properties": {"command": {"const": "drawing"}, "value": {"$ref": "#/$defs/drawing"}}, "required": ["value"]},
        {"properties": {"command": {"const": "size"}, "value": {"$ref": "#/$defs/size"}}, "required": ["value"]},
        {"properties": {"command": {"const": "cancel"}, "value": {"$ref": "#/$defs/cancel"}}, "required": ["value"]},
        {"properties": {"command": {"const": "rules"}, "value": {"$ref": "#/$defs/rules"}}, "required": ["value"]},
        {"properties": {"command": {"const": "mapping"}, "value": {"$ref": "#/$defs/mapping"}}, "required": ["value"]},
        {"properties": {"command": {"const": "touches"}, "value": {"$ref": "#/$defs/touches"}}, "required": ["value"]}
      ],
      "$defs": {
        "color": {"type": "string", "pattern": "^#([0-9A-Fa-f]{6}|[0-9A-Fa-f]{8})$", "description": "#rrggbb or #rrggbbaa"},
        "size": {
          "type": "array", "items": {"type": "number", "minimum": 1, "maximum": \#(Raster.maximumSide)},
          "minItems": 2, "maxItems": 2, "description": "width and height in board points"
        },
        "area": {
          "type": "array", "items": {"type": "number"}, "minItems": 4, "maxItems": 4,
          "description": "left, top, right, bottom, in board points"
        },
        "page": {"type": "integer", "minimum": 1, "description": "the number of a page, from 1"},
        "layer": {"type": "integer", "minimum": 1, "description": "the number of a layer of the shown page, from 1, the lowest"},
        "newLayer": {
          "type": "object", "description": "a layer to be added, above the chosen one without at",
          "properties": {"at": {"$ref": "#/$defs/layer"}, "look": {"$ref": "#/$defs/layerLook"}}
        },
        "layerLook": {
          "type": "object", "description": "how a layer is called and shown",
          "properties": {
            "name": {"type": "string", "description": "empty for its number"},
            "opacity": \#(range(0...1, "1 where there is none")),
            "hidden": {"type": "boolean"},
            "locked": {"type": "boolean"}
          }
        },
        "layerChange": {
          "type": "object", "description": "what is not given stays; without layer it is the chosen one",
          "properties": {
            "layer": {"$ref": "#/$defs/layer"},
            "name": {"type": "string"}, "opacity": \#(range(0...1, "how much covers what lies below")),
            "hidden": {"type": "boolean"}, "locked": {"type": "boolean"}
          }
        },
        "newPage": {
          "type": "object",
          "description": "a page to be added, behind the shown one without at, and on the paper of that without size and background",
          "properties": {
            "at": {"$ref": "#/$defs/page"},
            "size": {"$ref": "#/$defs/size"},
            "endless": {"$ref": "#/$defs/endless"},
            "background": {"$ref": "#/$defs/background"}
          }
        },
        "newPages": {
          "type": "object",
          "description": "pages to be added one behind the other, behind the shown one without at",
          "properties": {"at": {"$ref": "#/$defs/page"}, "papers": {"$ref": "#/$defs/papers"}},
          "required": ["papers"]
        },
        "papers": {
          "type": "array", "minItems": 1,
          "items": {
            "type": "object",
            "properties": {
              "size": {"$ref": "#/$defs/size"},
              "endless": {"$ref": "#/$defs/endless"},
              "background": {"$ref": "#/$defs/background"}
            },
            "required": ["background"]
          }
        },
        "endless": {"type": "boolean", "description": "whether the page grows with what is drawn on it, in steps of its size"},
        "steps": {
          "type": "object",
          "properties": {"size": {"$ref": "#/$defs/size"}, "endless": {"$ref": "#/$defs/endless"}},
          "required": ["size", "endless"]
        },
        "end": \#(words(StackEnd.self)),
        "offset": {
          "type": "array", "items": {"type": "number"}, "minItems": 2, "maxItems": 2, "description": "x, y, in board points"
        },
        "font": {
          "type": "object",
          "properties": {
            "family": {"type": "string"}, "size": \#(range(TextFont.sizes, "board points")),
            "bold": {"type": "boolean"}, "italic": {"type": "boolean"}
          },
          "required": ["family", "size"]
        },
        "restyling": {
          "type": "object",
          "description": "one of these, for what is selected",
          "properties": {
            "color": {"$ref": "#/$defs/color"},
            "fill": {"oneOf": [{"$ref": "#/$defs/color"}, {"const": "none"}]},
            "width": \#(schema(clampedTo: StrokeStyle.widths, "board points")),
            "cap": \#(words(StrokeStyle.Cap.self)),
            "join": \#(words(StrokeStyle.Join.self)),
            "pattern": \#(words(LinePattern.self)),
            "family": {"type": "string", "description": "of the font of texts, as the following"},
            "textSize": \#(schema(clampedTo: TextFont.sizes, "board points")),
            "bold": {"type": "boolean"},
            "italic": {"type": "boolean"},
            "align": \#(words(TextParagraph.Alignment.self))
          },
          "additionalProperties": false,
          "minProperties": 1,
          "maxProperties": 1
        },
        "guide": {
          "type": "object",
          "properties": {
            "kind": \#(words(Guide.Kind.self)),
            "center": {"$ref": "#/$defs/offset"},
            "angle": {"type": "number", "description": "degrees clockwise"},
            "size": \#(schema(clampedTo: Guide.lengths, "board points")),
            "reach": \#(schema(clampedTo: Guide.lengths, "board points"))
          },
          "required": ["kind", "center", "angle", "size", "reach"]
        },
        "pressure": {
          "type": "object",
          "properties": {"law": \#(words(PressureValue.Reach.self)), "gamma": \#(schema(clampedTo: PressureCurve.gammas, "exponent, 1 where there is none"))},
          "required": ["law"]
        },
        "background": {
          "type": "object",
          "properties": {"type": \#(words(BackgroundValue.Kind.self))},
          "required": ["type"],
          "oneOf": [
            {"properties": {"type": {"const": "color"}, "color": {"$ref": "#/$defs/color"}}, "required": ["color"]},
            {
              "properties": {
                "type": {"const": "gradient"},
                "from": {"$ref": "#/$defs/color"},
                "to": {"$ref": "#/$defs/color"},
                "angle": {"type": "number", "description": "degrees anticlockwise from east, 270 where there is none"}
              },
              "required": ["from", "to"]
            },
            {
              "properties": {
                "type": {"const": "image"},
                "color": {"$ref": "#/$defs/color"},
                "image": {"type": "string", "description": "SHA-256 of the attachment, in hexadecimal"},
                "mode": \#(words(BackgroundImageMode.self))
              },
              "required": ["color", "image", "mode"]
            },
            {
              "properties": {
                "type": {"const": "ruled"},
                "color": {"$ref": "#/$defs/color"},
                "ruling": {"$ref": "#/$defs/ruling"}
              },
              "required": ["color", "ruling"]
            }
          ]
        },
        "ruling": {
          "type": "object",
          "description": "lines or dots printed on paper; what is left out is as usual for the pattern",
          "properties": {
            "pattern": \#(words(Ruling.Pattern.self)),
            "scale": \#(range(Ruling.scales, "board points for each point of paper (1/72 inch), 1 where there is none")),
            "spacing": \#(range(Ruling.spacings, "points of paper from one line or dot to the next")),
            "width": \#(range(Ruling.widths, "of lines, or the diameter of dots, in points of paper")),
            "margin": \#(range(-Ruling.margins.upperBound...Ruling.margins.upperBound, "of lines: where a line down the paper separates the margin, from the left, or from the right if it is negative; of squares: how far from the edges they stay")),
            "wholeSquares": {"type": "boolean", "description": "whether squares at the margin are whole"},
            "color": {"$ref": "#/$defs/color"},
            "colorOnDark": {"$ref": "#/$defs/color"},
            "marginColor": {"$ref": "#/$defs/color"},
            "marginColorOnDark": {"$ref": "#/$defs/color"}
          },
          "required": ["pattern"]
        },
        "drawing": {
          "type": "object",
          "description": "as in a drawing file, without a version",
          "properties": {
            "size": {"$ref": "#/$defs/size"},
            "background": {"$ref": "#/$defs/background"},
            "operations": {"type": "array", "items": {"$ref": "#/$defs/operation"}, "description": "what was done on the first layer of the first page"},
            "pages": {"type": "array", "items": {"$ref": "#/$defs/operation"}, "description": "what was done to pages and layers, and on the others"}
          },
          "required": ["size", "background", "operations"]
        },
        "shape": {
          "type": "object",
          "properties": {
            "type": \#(words(ShapeValue.Kind.self)),
            "head": \#(words(LineShape.Head.self)),
            "startHead": \#(words(ArrowHead.self)),
            "endHead": \#(words(ArrowHead.self)),
            "course": \#(words(PathShape.Course.self)),
            "align": \#(words(TextParagraph.Alignment.self)),
            "stroke": {
              "type": "object",
              "properties": {"cap": \#(words(StrokeStyle.Cap.self)), "join": \#(words(StrokeStyle.Join.self))}
            },
            "path": {"$ref": "#/$defs/path"},
            "image": {"type": "string", "description": "a PNG or JPEG file in base64, which fills the rectangle between from and to"},
            "mirrored": {"type": "boolean", "description": "whether what is left in the image is shown on the right"},
            "crop": {"$ref": "#/$defs/crop"}
          },
          "required": ["type"]
        },
        "operation": {
          "type": "object",
          "properties": {
            "id": {"type": "integer", "minimum": \#(NumberedOperation.ids.lowerBound), "maximum": \#(NumberedOperation.ids.upperBound), "description": "greater than those before"},
            "operation": \#(words(OperationValue.Name.self)),
            "shape": {"$ref": "#/$defs/shape"},
            "placed": {"type": "array", "items": {"$ref": "#/$defs/placed"}},
            "path": {"$ref": "#/$defs/path"},
            "shapes": {"type": "array", "items": {"type": "integer"}},
            "stretch": {"$ref": "#/$defs/stretch"},
            "crop": {"$ref": "#/$defs/crop"},
            "style": {"$ref": "#/$defs/restyling"},
            "end": {"$ref": "#/$defs/end"},
            "page": {"$ref": "#/$defs/page"},
            "to": {"type": "integer", "minimum": 1, "description": "where the page or layer goes, from 1"},
            "layer": {"$ref": "#/$defs/layer"},
            "look": {"$ref": "#/$defs/layerLook"},
            "size": {"$ref": "#/$defs/size"},
            "endless": {"$ref": "#/$defs/endless"},
            "papers": {"$ref": "#/$defs/papers"},
            "background": {"$ref": "#/$defs/background"}
          },
          "required": ["id", "operation"]
        },
        "placed": {
          "type": "object",
          "description": "a shape where it lies, with what was erased of it",
          "properties": {
            "shape": {"$ref": "#/$defs/shape"},
            "transform": {"$ref": "#/$defs/transform"},
            "masks": {
              "type": "array",
              "items": {
                "type": "object",
                "properties": {"path": {"$ref": "#/$defs/path"}, "transform": {"$ref": "#/$defs/transform"}},
                "required": ["path"]
              }
            }
          },
          "required": ["shape"]
        },
        "transform": {
          "type": "object",
          "properties": {
            "translation": {"$ref": "#/$defs/offset"},
            "rotation": {"type": "number", "description": "radians clockwise"},
            "scale": \#(range(ShapeTransform.scales, "a factor"))
          },
          "required": ["translation", "rotation", "scale"]
        },
        "crop": {
          "type": "array", "items": {"type": "number", "minimum": 0, "maximum": 1}, "minItems": 4, "maxItems": 4,
          "description": "left, top, right and bottom of the part of an image that is shown, as shares of its width and height"
        },
        "stretch": {
          "type": "object",
          "properties": {
            "about": {"$ref": "#/$defs/offset"},
            "x": {"type": "number", "description": "the factor along the first axis, of a magnitude of \#(ShapeTransform.scales.lowerBound)…\#(ShapeTransform.scales.upperBound); what is negative mirrors"},
            "y": {"type": "number", "description": "the factor along the second axis, a quarter turn clockwise from the first"},
            "angle": {"type": "number", "description": "of the first axis, in radians clockwise from east; 0 without it"}
          },
          "required": ["about", "x", "y"]
        },
        "path": {
          "type": "object",
          "properties": {
            "course": \#(words(StrokePath.Interpolation.self)),
            "runs": {"type": "array", "items": {"type": "array", "items": {"type": "number"}}, "description": "x, y, width of each vertex"},
            "finished": {"type": "boolean", "description": "whether the last run goes up to its last vertex; true without it"}
          },
          "required": ["course", "runs"]
        },
        "cancel": {
          "type": "object",
          "properties": {
            "channel": {"type": "integer", "description": "the device's opening, counted from 0"},
            "trackingId": {"type": "integer"},
            "reason": \#(words(CancelReason.self))
          },
          "required": ["channel", "trackingId", "reason"]
        },
        "touches": {
          "type": "object",
          "description": "what becomes of touches that begin later, whatever the settings are; what is not given stays",
          "properties": {
            "touches": {"type": "array", "items": {"type": "integer", "minimum": 0}, "description": "numbers of touches, from 0, in the order in which they begin"},
            "hidden": {"type": "boolean", "description": "whether they do nothing"},
            "color": {"$ref": "#/$defs/color"},
            "width": \#(schema(clampedTo: StrokeStyle.widths, "board points"))
          },
          "required": ["touches"]
        },
        "rules": {
          "type": "object",
          "properties": {
            "palms": \#(words(TouchRules.Palms.self)),
            "penOverTouch": \#(words(TouchRules.PenOverTouch.self)),
            "palmSize": {"type": "number", "description": "the least length of a contact that is a palm, in millimetres; only what the device calls a palm is one without it"}
          },
          "required": ["palms", "penOverTouch"]
        },
        "mapping": {
          "type": "object",
          "properties": {
            "fit": \#(words(SurfaceMapping.Fit.self)),
            "rotation": {"enum": [0, 90, 180, 270], "description": "degrees clockwise; the device's own, as recorded, without it"},
            "calibration": {"type": "array", "items": {"type": "number"}, "minItems": 6, "maxItems": 6, "description": "the device's own, as recorded, without it"},
            "range": {"type": "array", "items": {"type": "integer"}, "minItems": 4, "maxItems": 4}
          },
          "required": ["fit"]
        }
      }
    }
    """#

  private static func words<Choice: RawRepresentable<String> & CaseIterable>(_ type: Choice.Type) -> String {
    schema(words: type.allCases.map(\.rawValue))
  }

  /// The program's own words, and those that the command line spells otherwise.
  static func schema(words: [String]) -> String {
    let others = words.map(\.hyphenated).filter { !words.contains($0) }
    return #"{"enum": [\#((words + others).map { "\"\($0)\"" }.joined(separator: ", "))]}"#
  }

  /// A number that is refused outside a range.
  private static func range(_ range: ClosedRange<Double>, _ meaning: String) -> String {
    #"{"type": "number", "minimum": \#(range.lowerBound), "maximum": \#(range.upperBound), "description": "\#(meaning)"}"#
  }

  /// A number that is clamped to a range.
  static func schema(clampedTo range: ClosedRange<Double>, _ meaning: String) -> String {
    #"{"type": "number", "description": "\#(meaning), held to \#(range.lowerBound)…\#(range.upperBound)"}"#
  }
}
