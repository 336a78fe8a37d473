'use client'

import { useState, type DragEvent, type ReactNode } from 'react'
import { Button } from '@/components/ui/button'
import { Outcome } from '@/components/ui/outcome'

/** Takes a file that is dropped on it; a button opens the dialogue instead. */
export function FileDrop({
  onFile,
  onChoose,
  children,
}: {
  onFile: (file: File) => void
  onChoose: () => void
  /** Words below the button. */
  children: ReactNode
}) {
  const [isOver, setOver] = useState(false)
  const [hasMany, setMany] = useState(false)

  function drop(event: DragEvent) {
    event.preventDefault()
    setOver(false)
    const { files } = event.dataTransfer
    setMany(files.length > 1)
    const first = files[0]
    if (first && files.length === 1) onFile(first)
  }

  return (
    <section
      aria-label="Import"
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      className={`grid justify-items-start gap-4 border-y border-ink px-5 py-8 transition-colors ${isOver ? 'bg-accent-wash' : 'bg-lit'}`}
    >
      <p className="max-w-abstract font-read text-abstract font-text text-ink-2">
        {isOver
          ? 'Let go: the file is looked at and changes nothing until you say so.'
          : 'Drop a JSONL file here, or choose one. It is looked at first and changes nothing until you say so.'}
      </p>
      <Button tone="primary" onClick={onChoose}>
        Choose a file
      </Button>
      <div>
        {children}
        <Outcome
          className="pt-4"
          outcome={
            hasMany
              ? { kind: 'wrong', words: 'These are several files. Drop one at a time.' }
              : null
          }
        />
      </div>
    </section>
  )
}
