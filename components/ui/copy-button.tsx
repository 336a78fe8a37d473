'use client'

import { useState } from 'react'
import { Button } from './button'

type State = 'ready' | 'copied' | 'refused'

const labels = {
  ready: 'Copy',
  copied: 'Copied',
  refused: 'Copy failed: select the text',
} satisfies Record<State, string>

export function CopyButton({ text, label }: { text: string; label: string }) {
  const [state, setState] = useState<State>('ready')

  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      setState('copied')
    } catch {
      // Browsers have no clipboard on pages without TLS.
      setState('refused')
    }
  }

  return (
    <>
      <Button onClick={() => void copy()} aria-label={state === 'ready' ? label : undefined}>
        {labels[state]}
      </Button>
      <span role="status" className="sr-only">
        {state !== 'ready' && labels[state]}
      </span>
    </>
  )
}
