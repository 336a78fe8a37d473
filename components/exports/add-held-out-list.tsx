'use client'

import { useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import { FileInput } from '@/components/ui/file-input'
import type { OutcomeMessage } from '@/components/ui/outcome-notice'
import { TextField } from '@/components/ui/text-field'
import { callApi } from '@/lib/client/call-api'
import { formatBytes, formatCount, formatQuantity } from '@/lib/platform/format'
import { isComposing } from '@/lib/platform/is-composing'
import { HeldOutListError } from './held-out-list-error'
import type { HeldOutList } from './release'

/** The limits of `addHeldOutList` in its contract. */
const maxFileBytes = 16 * 1024 ** 2
const maxNameLength = 100

/**
 * Adds a held-out list: choose a file, check its name, add it. `onSelected` reports the name of a chosen file, and null once the
 * file is added or removed.
 */
export function AddHeldOutList({
  slug,
  error: pendingError,
  onSelected,
  onAdded,
  onOutcome,
}: {
  slug: string
  error: string | undefined
  onSelected: (fileName: string | null) => void
  onAdded: (list: HeldOutList) => void
  onOutcome: (outcome: OutcomeMessage | null) => void
}) {
  const input = useRef<HTMLInputElement>(null)
  const [isBusy, setBusy] = useState(false)
  const [selectedFile, setSelectedFile] = useState<{ file: File; name: string } | null>(null)

  function select(file: File | null) {
    setSelectedFile(file && { file, name: suggestListName(file) })
    onSelected(file && file.name)
  }

  function choose(file: File) {
    onOutcome(null)
    if (file.size <= maxFileBytes) return select(file)
    select(null)
    onOutcome({
      kind: 'error',
      message: `${file.name} is ${formatBytes(file.size)}; the limit is 16 MiB. Keep only the problems in it.`,
    })
  }

  function removeFile() {
    onOutcome(null)
    select(null)
  }

  async function add({ file, name }: { file: File; name: string }) {
    if (isBusy) return
    onOutcome(null)
    setBusy(true)
    try {
      const addedList = await callApi(
        'post /projects/{project}/held-out-lists',
        { project: slug, name: name.trim() || suggestListName(file) },
        { file },
      )
      onAdded(addedList)
      select(null)
      onOutcome({
        kind: 'success',
        message: `Added and selected ${addedList.name}: ${formatQuantity(addedList.problems, 'problem')}, ${formatCount(addedList.inProject)} in this project.`,
      })
    } catch (error) {
      onOutcome({ kind: 'error', message: <HeldOutListError fileName={file.name} error={error} /> })
    } finally {
      setBusy(false)
    }
  }

  return (
    <div className="grid gap-3">
      <FileInput
        input={input}
        label="List of problems"
        accept=".jsonl,.ndjson,.json,.gz"
        onFile={choose}
      />
      {selectedFile && (
        <TextField
          label="List name"
          name="pendingHeldOutFile"
          value={selectedFile.name}
          onChange={(event) => setSelectedFile({ ...selectedFile, name: event.target.value })}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || isComposing(event.nativeEvent)) return
            // Enter must not submit the release form around this field.
            event.preventDefault()
            void add(selectedFile)
          }}
          autoComplete="off"
          maxLength={maxNameLength}
          hint={`${selectedFile.file.name}, ${formatBytes(selectedFile.file.size)}`}
          error={pendingError}
        />
      )}
      <div className="flex flex-wrap gap-2">
        {selectedFile && (
          <Button aria-disabled={isBusy} onClick={() => void add(selectedFile)}>
            Add list
          </Button>
        )}
        <Button aria-disabled={isBusy} onClick={() => isBusy || input.current?.click()}>
          {selectedFile ? 'Choose another file' : 'Choose file'}
        </Button>
        {selectedFile && (
          <Button aria-disabled={isBusy} onClick={() => isBusy || removeFile()}>
            Remove file
          </Button>
        )}
      </div>
      <p className="text-caption text-ink-3">
        JSONL with “problem”, “question” or “statement” in each line, up to 16 MiB.
      </p>
    </div>
  )
}

function suggestListName({ name }: File): string {
  return (name.replace(/\.(jsonl?|ndjson)(\.gz)?$/i, '') || name).slice(0, maxNameLength)
}
