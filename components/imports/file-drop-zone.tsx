'use client'

import { useRef, useState, type DragEvent, type ReactNode } from 'react'
import { Button } from '@/components/ui/button'
import { OutcomeNotice } from '@/components/ui/outcome-notice'
import { FileInput } from './file-input'

/** A drop target for a file, with a button that opens the file dialog. */
export function FileDropZone({
  label,
  hint,
  button,
  failure,
  isPrimary = true,
  onFile,
  children,
}: {
  /** Accessible name. */
  label: string
  hint: string
  button: string
  /** Why the last file was rejected. */
  failure: string | null
  isPrimary?: boolean
  onFile: (file: File) => void
  /** Below the button. */
  children?: ReactNode
}) {
  const input = useRef<HTMLInputElement>(null)
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

  const wrong = hasMany ? 'Drop one file at a time.' : failure
  return (
    <section
      aria-label={label}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      className={`grid justify-items-start gap-4 border-y border-ink px-5 py-8 transition-colors ${isOver ? 'bg-accent-wash' : 'bg-surface'}`}
    >
      <p className="max-w-abstract font-read text-abstract font-text text-ink-2">
        {isOver ? 'Drop to upload.' : hint}
      </p>
      <FileInput
        input={input}
        label={label}
        onFile={(file) => {
          setMany(false)
          onFile(file)
        }}
      />
      <Button tone={isPrimary ? 'primary' : 'plain'} onClick={() => input.current?.click()}>
        {button}
      </Button>
      <OutcomeNotice outcome={wrong === null ? null : { kind: 'error', message: wrong }} />
      {children}
    </section>
  )
}
