import Recordings

/// What stops reading.
enum RecorderFailure: Error {
  case device(DeviceError)
  case output(RecordingError)
}

func reading<Result>(_ body: () throws(DeviceError) -> Result) throws(RecorderFailure) -> Result {
  do throws(DeviceError) { return try body() } catch { throw .device(error) }
}

func writing<Result>(_ body: () throws(RecordingError) -> Result) throws(RecorderFailure) -> Result {
  do throws(RecordingError) { return try body() } catch { throw .output(error) }
}
