import Testing

@testable import TouchReelBoardWindow

struct GraphicsRendererTests {
  @Test(arguments: [
    "llvmpipe (LLVM 15.0.6, 256 bits)", "softpipe", "Software Rasterizer", "Google SwiftShader",
    "SWR (LLVM 15.0.6, 256 bits)",
  ])
  func `Drivers that draw with the processor are recognized`(_ name: String) {
    #expect(GraphicsRenderer.isSoftware(name))
  }

  @Test(arguments: [
    "Mesa Intel(R) UHD Graphics 620 (KBL GT2)", "AMD Radeon RX 6600 (radeonsi, navi23, LLVM 15.0.6, DRM 3.49)",
    "NVIDIA GeForce RTX 3060/PCIe/SSE2", "Mali-G31 (Panfrost)", "V3D 4.2", "virgl (Mesa Intel(R) HD Graphics)",
  ])
  func `Drivers of graphics processors are not taken for software`(_ name: String) {
    #expect(!GraphicsRenderer.isSoftware(name))
  }
}
