import type { LineReply } from '@/lib/auth/server/replies'

/** All lines of a `streamQuery`. */
export async function readReplyLines({ blocks }: LineReply): Promise<string[]> {
  return (await Array.fromAsync(blocks)).flat()
}
