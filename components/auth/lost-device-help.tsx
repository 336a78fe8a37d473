/** Help for someone who lost their device: recovery codes, or the operator of the server. */
export function LostDeviceHelp() {
  return (
    <div className="grid gap-1 text-ink-2">
      <p className="font-label text-ink">Lost or new phone?</p>
      <p>
        Enter one of your recovery codes instead, such as ABCDEF-GHIJKL-MNOPQR-STUVWX. Then set up
        codes again on the Account page.
      </p>
      <p>
        No recovery codes left? Ask the operator of this server to turn off your codes. Your work is
        safe.
      </p>
    </div>
  )
}
