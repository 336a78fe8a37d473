/** One's own pages tell each other who is signed in; a page does not tell itself. */
const channelName = 'stepmark/person'
const pageId = Math.random()

interface UserMessage {
  /** Null: nobody. */
  user: string | null
  page: number
}

/** Tells the other pages of this browser who is signed in from now on. */
export function announceUser(user: string | null): void {
  if (!('BroadcastChannel' in globalThis)) return
  const channel = new BroadcastChannel(channelName)
  const message: UserMessage = { user, page: pageId }
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has none: it is this origin's
  channel.postMessage(message)
  channel.close()
}

/** Calls when somebody signed in or out on another page. Returns what ends the watching. */
export function watchUser(onChange: (user: string | null) => void): () => void {
  if (!('BroadcastChannel' in globalThis)) return () => {}
  const channel = new BroadcastChannel(channelName)
  channel.addEventListener('message', ({ data }: MessageEvent<UserMessage>) => {
    if (data.page !== pageId) onChange(data.user)
  })
  return () => channel.close()
}
