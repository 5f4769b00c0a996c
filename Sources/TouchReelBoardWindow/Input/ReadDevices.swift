import CTouchReelGtk
import TouchReelInputEvents
import TouchReelLiveDrawing

/// The devices that a window reads directly, and what of the window is theirs.
final class ReadDevices {
  let kernel: KernelInput
  let widgets: WidgetTouches
  /// How the screen under them is turned; `nil` if the desktop does not say that.
  let outputs: OutputRotations?

  init(_ kernel: KernelInput, _ widgets: WidgetTouches, _ outputs: OutputRotations?) {
    self.kernel = kernel
    self.widgets = widgets
    self.outputs = outputs
  }

  /// Whether a pointer of the desktop is none of these devices, which would come twice.
  nonisolated static func isOther(_ pointer: PointerEvent.Pointer, than devices: [DeviceDescription]) -> Bool {
    switch pointer {
    case .finger: devices.allSatisfy { $0.kind == .pen }
    case .pen: !devices.contains(where: \.hasPenTool)
    case .mouse: true
    }
  }
}

extension CanvasPlacement {
  /// Where a canvas is on the screen of devices, which only a window that covers the screen can know.
  @MainActor init(of canvas: ObjectPointer, in window: ObjectPointer, _ outputs: OutputRotations?) {
    self.init()
    if gtk_window_is_fullscreen(window.pointer()) != 0, let position = canvas.positionOnSurface {
      onScreen = (position.surface, position.corner)
    }
    rotation = outputs?.rotation(under: window)
  }
}
