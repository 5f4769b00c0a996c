import ByteStreams

/// What stops reading.
enum RecorderFailure: Error {
  case device(DeviceError)
  case output(FileError)
}

func reading<Result>(_ body: () throws(DeviceError) -> Result) throws(RecorderFailure) -> Result {
  do throws(DeviceError) { return try body() } catch { throw .device(error) }
}

func writing<Result>(_ body: () throws(FileError) -> Result) throws(RecorderFailure) -> Result {
  do throws(FileError) { return try body() } catch { throw .output(error) }
}
