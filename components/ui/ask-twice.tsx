'use client'

import { useState } from 'react'
import { LinkButton } from './link-button'

/**
 * An act that is not undone by pressing again: said once, then what it does is read, and it is said again. `name` tells
 * the second word from others like it for whoever hears it alone.
 */
export function AskTwice({
  act,
  name,
  words,
  confirm,
  keep,
  onAct,
}: {
  act: string
  name: string
  words: string
  confirm: string
  keep: string
  onAct: () => void
}) {
  const [isAsking, setAsking] = useState(false)
  if (!isAsking)
    return (
      <p>
        <LinkButton onClick={() => setAsking(true)}>{act}</LinkButton>
      </p>
    )
  return (
    <p>
      {words}{' '}
      <LinkButton
        aria-label={name}
        onClick={() => {
          setAsking(false)
          onAct()
        }}
      >
        {confirm}
      </LinkButton>{' '}
      or <LinkButton onClick={() => setAsking(false)}>{keep}</LinkButton>
    </p>
  )
}
