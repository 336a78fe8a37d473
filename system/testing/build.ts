import { buildOnce } from '@/scripts/build-once'

/** What all of these tests start is the production build. */
export default async function setup(): Promise<void> {
  await buildOnce()
}
