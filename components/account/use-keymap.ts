import { useRef, useState } from 'react'
import type { Keymap } from '@/lib/auth/keymap'
import { listKeymapOverrides } from '@/lib/auth/keymap-rules'
import { callApi } from '@/lib/client/call-api'
import { describeCallError } from '@/lib/client/describe-call-error'
import { AppError } from '@/lib/platform/errors'

export type KeymapSaveState = { kind: 'saved' | 'saving' } | { kind: 'failed'; message: string }

export interface KeymapState {
  keymap: Keymap
  saveState: KeymapSaveState
  change: (keymap: Keymap) => void
  tryAgain: () => void
}

/** The keymap. Each change is saved on the server, one request at a time. The last change wins. */
export function useKeymap(storedKeymap: Keymap): KeymapState {
  const [keymap, setKeymap] = useState(storedKeymap)
  const [saveState, setSaveState] = useState<KeymapSaveState>({ kind: 'saved' })
  const latestKeymap = useRef(storedKeymap)
  const isSaving = useRef(false)

  async function save() {
    if (isSaving.current) return
    isSaving.current = true
    setSaveState({ kind: 'saving' })
    try {
      let sentKeys: Keymap
      do {
        sentKeys = latestKeymap.current
        await callApi('put /account/preferences', { keys: listKeymapOverrides(sentKeys) })
      } while (latestKeymap.current !== sentKeys)
      setSaveState({ kind: 'saved' })
    } catch (error) {
      const message =
        error instanceof AppError && error.code === 'unavailable'
          ? `${error.message} Your changes are kept on this page.`
          : describeCallError(error)
      setSaveState({ kind: 'failed', message })
    } finally {
      isSaving.current = false
    }
  }

  return {
    keymap,
    saveState,
    change: (changedKeymap) => {
      latestKeymap.current = changedKeymap
      setKeymap(changedKeymap)
      void save()
    },
    tryAgain: () => void save(),
  }
}
