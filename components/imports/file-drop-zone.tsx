'use client'

import { useRef, useState, type DragEvent, type ReactNode } from 'react'
import { Button } from '@/components/ui/button'
import { FileInput } from '@/components/ui/file-input'
import { OutcomeNotice } from '@/components/ui/outcome-notice'

/** A drop target for a file, with a button that opens the file dialog. */
export function FileDropZone({
  label,
  hint,
  button,
  failure,
  onFile,
  children,
}: {
  /** Accessible name. */
  label: string
  hint: string
  button: string
  /** Why the last file was rejected. */
  failure: string | null
  onFile: (file: File) => void
  /** Below the button. */
  children?: ReactNode
}) {
  const input = useRef<HTMLInputElement>(null)
  const [isDraggedOver, setDraggedOver] = useState(false)
  const [hasMultipleFiles, setMultipleFiles] = useState(false)

  function handleDrop(event: DragEvent) {
    event.preventDefault()
    setDraggedOver(false)
    const { files } = event.dataTransfer
    setMultipleFiles(files.length > 1)
    const file = files[0]
    if (file && files.length === 1) onFile(file)
  }

  const errorMessage = hasMultipleFiles ? 'Drop one file at a time.' : failure
  return (
    <section
      aria-label={label}
      onDragOver={(event) => {
        event.preventDefault()
        setDraggedOver(true)
      }}
      onDragLeave={() => setDraggedOver(false)}
      onDrop={handleDrop}
      className={`grid justify-items-start gap-4 border-y border-ink px-5 py-8 transition-colors ${isDraggedOver ? 'bg-accent-wash' : 'bg-surface'}`}
    >
      <p className="max-w-abstract font-read text-abstract font-text text-ink-2">
        {isDraggedOver ? 'Drop to upload.' : hint}
      </p>
      <FileInput
        input={input}
        label={label}
        accept=".jsonl,.ndjson,.json,.csv,.gz"
        onFile={(file) => {
          setMultipleFiles(false)
          onFile(file)
        }}
      />
      <Button tone="primary" onClick={() => input.current?.click()}>
        {button}
      </Button>
      <OutcomeNotice
        outcome={errorMessage === null ? null : { kind: 'error', message: errorMessage }}
      />
      {children}
    </section>
  )
}
