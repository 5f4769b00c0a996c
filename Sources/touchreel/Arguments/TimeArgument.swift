public import ArgumentParser
public import Replaying

extension ReplayTime: ExpressibleByArgument {
  public init?(argument: String) { self.init(argument) }
}
