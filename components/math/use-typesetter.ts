import { useEffect, useState } from 'react'
import type { TypesetText } from '@/lib/typesetting/typeset'

/** Typesets formulas once KaTeX is loaded; until then shows plain text. */
export function useTypesetter(): (source: string) => TypesetText {
  const [typeset, setTypeset] = useState<(source: string) => TypesetText>(() => toPlainText)
  useEffect(() => {
    void import('@/lib/typesetting/typeset-text').then(({ typesetText }) =>
      setTypeset(() => typesetText),
    )
  }, [])
  return typeset
}

function toPlainText(source: string): TypesetText {
  return [{ kind: 'paragraph', pieces: [{ kind: 'text', text: source }] }]
}
