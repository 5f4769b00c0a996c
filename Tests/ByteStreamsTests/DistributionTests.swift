import Testing

@testable import TouchReelByteStreams

/// How packages are installed, by the text of os-release.
struct DistributionTests {
  @Test(arguments: [
    ("PRETTY_NAME=\"Debian GNU/Linux 12 (bookworm)\"\nID=debian\n", "sudo apt install libcairo2"),
    ("ID=ubuntu\nID_LIKE=debian\n", "sudo apt install libcairo2"),
    ("ID=linuxmint\nID_LIKE=\"ubuntu debian\"", "sudo apt install libcairo2"),
    ("ID=fedora\nVARIANT_ID=workstation\n", "sudo dnf install cairo"),
    ("ID=\"rocky\"\nID_LIKE=\"rhel centos fedora\"\n", "sudo dnf install cairo"),
    ("NAME=\"Arch Linux\"\nID=arch\n", "sudo pacman -S cairo"),
    ("ID='manjaro'\nID_LIKE='arch'\n", "sudo pacman -S cairo"),
    ("ID=\"opensuse-tumbleweed\"\nID_LIKE=\"opensuse suse\"\n", "sudo zypper install libcairo2"),
    ("ID=alpine\r\n", "doas apk add cairo"),
    ("ID=postmarketos\nID_LIKE=alpine\n", "doas apk add cairo"),
  ])
  func `The package is named as the distribution that runs, or the one it derives from, names it`(
    text: String, command: String
  ) {
    #expect(Distribution(osRelease: text).installation(of: "libcairo2") == command)
  }

  @Test(arguments: ["", "ID=gentoo\n", "ID_LIKE=", "VERSION_ID=debian\n#ID=debian\n"])
  func `Where the distribution is not known, the plain name is given`(text: String) {
    let distribution = Distribution(osRelease: text)
    #expect(distribution.installation(of: "libgtk-4-1", "librsvg2-common") == "install gtk4 librsvg")
    #expect(distribution.installation(of: "ffmpeg") == "install ffmpeg")
  }

  @Test func `A package that is called the same everywhere needs no entry`() {
    #expect(Distribution.fedora.installation(of: "touchreel-window") == "sudo dnf install touchreel-window")
  }
}
