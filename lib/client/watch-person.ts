/** One's own pages tell each other who is signed in; a page does not tell itself. */
const channelName = 'stepmark/person'
const thisPage = Math.random()

interface Word {
  /** Null: nobody. */
  user: string | null
  page: number
}

/** Tells the other pages of this browser who is signed in from now on. */
export function announcePerson(user: string | null): void {
  if (!('BroadcastChannel' in globalThis)) return
  const channel = new BroadcastChannel(channelName)
  const word: Word = { user, page: thisPage }
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has none: it is this origin's
  channel.postMessage(word)
  channel.close()
}

/** Calls when somebody signed in or out on another page. Returns what ends the watching. */
export function watchPerson(onPerson: (user: string | null) => void): () => void {
  if (!('BroadcastChannel' in globalThis)) return () => {}
  const channel = new BroadcastChannel(channelName)
  channel.addEventListener('message', ({ data }: MessageEvent<Word>) => {
    if (data.page !== thisPage) onPerson(data.user)
  })
  return () => channel.close()
}
