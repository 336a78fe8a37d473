/** Tabs tell each other who is signed in. */
const channelName = 'stepmark/person'
const pageId = Math.random()

interface UserMessage {
  /** Null if signed out. */
  user: string | null
  page: number
}

/** Tells the other tabs who is signed in. */
export function announceSignedInUser(user: string | null): void {
  if (!('BroadcastChannel' in globalThis)) return
  const channel = new BroadcastChannel(channelName)
  const message: UserMessage = { user, page: pageId }
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has none: it is this origin's
  channel.postMessage(message)
  channel.close()
}

/** Calls `onChange` when a user signs in or out in another tab. Returns a function that stops it. */
export function watchSignedInUser(onChange: (user: string | null) => void): () => void {
  if (!('BroadcastChannel' in globalThis)) return () => {}
  const channel = new BroadcastChannel(channelName)
  channel.addEventListener('message', ({ data }: MessageEvent<UserMessage>) => {
    if (data.page !== pageId) onChange(data.user)
  })
  return () => channel.close()
}
