import { expect, it } from 'vitest'
import { createScorerContract } from '@/lib/scoring/contract'
import { connectorNames } from '@/lib/scoring/model-server-settings'
import {
  checkModelServerFields,
  emptyModelServerFields,
  describeKeyEnvironmentVariables,
  type ModelServerFields,
} from './model-server-fields'

const validFields: ModelServerFields = {
  ...emptyModelServerFields,
  name: 'Ours',
  url: ' http://models.example:8000 ',
  model: 'a model',
}

it('checkModelServerFields builds settings that the API accepts for every connector', () => {
  for (const connector of connectorNames)
    for (const key of ['', 'PRM_2']) {
      const { settings, errors } = checkModelServerFields({ ...validFields, connector, key })
      expect(errors).toEqual({})
      const request = createScorerContract.input.parse({ project: 'p', name: 'Ours', settings })
      expect(request.settings).toMatchObject({
        connector,
        url: 'http://models.example:8000',
        model: 'a model',
        key: key || null,
        concurrency: 4,
        timeoutSeconds: 60,
      })
    }
})

it('checkModelServerFields keeps spaces in step tags', () => {
  const { settings } = checkModelServerFields({ ...validFields, stepTag: ' ки' })
  expect(settings).toMatchObject({ stepTag: ' ки' })
})

it('checkModelServerFields omits an empty model name for the connector that needs none', () => {
  const { settings, errors } = checkModelServerFields({
    ...validFields,
    connector: 'custom-http',
    model: '',
  })
  expect(errors).toEqual({})
  expect(settings).not.toHaveProperty('model')
})

it('describeKeyEnvironmentVariables names the environment variables of the key, with a placeholder until its name is valid', () => {
  expect(describeKeyEnvironmentVariables('MY_PRM')).toContain('STEPMARK_SCORER_KEY_MY_PRM_HOST')
  for (const key of ['', 'LOWER CASE!'])
    expect(describeKeyEnvironmentVariables(key)).toContain('STEPMARK_SCORER_KEY_PRM to the key')
})

it('checkModelServerFields says which field is empty', () => {
  const check = (fields: Partial<ModelServerFields>) =>
    checkModelServerFields({ ...validFields, ...fields }).errors
  expect(check({ stepTag: ' ' }).stepTag).toBe('Enter the step separator.')
  expect(check({ connector: 'openai-chat', negativeToken: '' }).negativeToken).toBe(
    'Enter the token for wrong.',
  )
})

it.each([
  [{ name: ' ' }, 'name'],
  [{ url: 'models.example' }, 'url'],
  [{ url: 'ftp://models.example' }, 'url'],
  [{ model: '' }, 'model'],
  [{ key: 'hf_secret-key' }, 'key'],
  [{ concurrency: '0' }, 'concurrency'],
  [{ concurrency: '65' }, 'concurrency'],
  [{ timeoutSeconds: '1.5' }, 'timeoutSeconds'],
  [{ stepTag: ' ' }, 'stepTag'],
  [{ connector: 'openai-chat', negativeToken: '+' }, 'negativeToken'],
  [{ connector: 'openai-chat', negativeToken: ' +' }, 'negativeToken'],
] as [Partial<ModelServerFields>, string][])(
  'checkModelServerFields rejects the settings %j with an error at the field %s',
  (changedFields, field) => {
    expect(
      Object.keys(checkModelServerFields({ ...validFields, ...changedFields }).errors),
    ).toEqual([field])
  },
)
