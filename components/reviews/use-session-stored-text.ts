import { useState } from 'react'
import { storeUnfinishedText, readUnfinishedText } from '@/lib/client/unfinished-text'

/** Text stored in this tab until it is sent. Only for fields that open after hydration. */
export function useSessionStoredText(name: string) {
  const [text, setText] = useState(() => readUnfinishedText(name) ?? '')
  const change = (newText: string) => {
    storeUnfinishedText(name, newText)
    setText(newText)
  }
  return [text, change] as const
}
