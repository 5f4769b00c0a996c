@_exported public import TouchReel
@_exported public import TouchReelEvdevDevices
@_exported public import TouchReelInjection
@_exported public import TouchReelLiveDrawing
