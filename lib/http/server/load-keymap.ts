import { type Keymap } from '@/lib/auth/keymap'
import { makeKeymap } from '@/lib/auth/keymap-rules'
import { getPreferences } from '@/lib/auth/server/preferences'
import { runPageQuery } from './page'

/** The labelling keys of the person who requests the page. */
export const loadKeymap = async (): Promise<Keymap> =>
  makeKeymap((await runPageQuery(getPreferences, {})).keys)
