/** For who cannot make a code any more: what will do instead, and who lets in whom nothing else does. */
export function LostDevice() {
  return (
    <div className="grid gap-1 text-ink-2">
      <p className="font-label text-ink">Your phone is lost, or new?</p>
      <p>
        Write one of the ten recovery codes that you kept when you switched codes on, like
        ABCDEF-GHIJKL-MNOPQR-STUVWX, in place of a code. Each works once. Then set codes up anew on
        the page Account.
      </p>
      <p>
        If they are gone too, ask whoever runs this server to switch your codes off. Admins of your
        project know who that is. Your work is safe.
      </p>
    </div>
  )
}
