import { TextAreaField, TextField } from '@/components/ui/text-field'
import { SelectField } from '@/components/ui/select-field'
import type { ModelServerErrors, ModelServerFields } from './model-server-fields'

interface ConnectorFieldsProps {
  fields: ModelServerFields
  errors: ModelServerErrors
  change: (changedFields: Partial<ModelServerFields>) => void
}

/** The settings of one connector. */
export function ConnectorFields({ fields, errors, change }: ConnectorFieldsProps) {
  const isCustom = fields.connector === 'custom-http'
  return (
    <>
      <TextField
        label={isCustom ? 'Model name (optional)' : 'Model'}
        name="model"
        autoComplete="off"
        spellCheck={false}
        value={fields.model}
        onChange={(event) => change({ model: event.target.value })}
        hint={
          isCustom
            ? 'Change it when the model changes. Scores of the same model are reused.'
            : 'As the server names it, such as Qwen/Qwen2.5-Math-PRM-7B.'
        }
        error={errors.model}
      />
      {fields.connector === 'vllm-pooling' && (
        <PoolingFields fields={fields} errors={errors} change={change} />
      )}
      {fields.connector === 'openai-chat' && (
        <div className="grid grid-cols-2 items-start gap-6">
          <TextField
            label="Token for correct"
            name="positiveToken"
            autoComplete="off"
            value={fields.positiveToken}
            onChange={(event) => change({ positiveToken: event.target.value })}
            error={errors.positiveToken}
          />
          <TextField
            label="Token for wrong"
            name="negativeToken"
            autoComplete="off"
            value={fields.negativeToken}
            onChange={(event) => change({ negativeToken: event.target.value })}
            error={errors.negativeToken}
          />
        </div>
      )}
    </>
  )
}

function PoolingFields({ fields, errors, change }: ConnectorFieldsProps) {
  return (
    <>
      <TextField
        label="Step separator"
        name="stepTag"
        autoComplete="off"
        spellCheck={false}
        value={fields.stepTag}
        onChange={(event) => change({ stepTag: event.target.value })}
        hint="The server returns one row of numbers for each separator."
        error={errors.stepTag}
      />
      <SelectField
        label="Column for correct"
        choices={[
          { value: '1', label: 'Second, as in Qwen' },
          { value: '0', label: 'First, as in Math-Shepherd' },
        ]}
        value={fields.positiveColumn}
        onChange={(positiveColumn) => change({ positiveColumn })}
      />
      <SelectField
        label="Request format"
        choices={[
          { value: 'messages', label: 'Messages, with the model’s chat template' },
          { value: 'text', label: 'Plain text' },
        ]}
        value={fields.requestFormat}
        onChange={(requestFormat) => change({ requestFormat })}
      />
      {fields.requestFormat === 'messages' && (
        <TextAreaField
          label="System prompt"
          name="system"
          rows={2}
          value={fields.system}
          onChange={(event) => change({ system: event.target.value })}
          error={errors.system}
        />
      )}
    </>
  )
}
