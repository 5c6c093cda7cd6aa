import { beforeEach, describe, expect, test } from 'vitest'
import { remoteService } from '../../remote-service.ts'
import { automations, openValidationBed } from './test-validation.ts'

// Decision 28 on drafts.
const { bed, ended, found, makeFailing, open, validate } = openValidationBed()

const markDraft = () =>
  bed.service.local!.execute(
    `update automation.automations set origin = 'generated', is_draft = true where id = '${bed.id}'`,
  )

test('an automation that is created step by step is no draft', async () => {
  expect(await found()).toMatchObject({ isDraft: false, validation: null })
})

// Over HTTP only a request in plain language makes a draft: these tests make theirs in the database.
if (!remoteService) {
  describe('a draft', () => {
    beforeEach(markDraft)
    const refused = {
      status: 409,
      body: { statusCode: 409, message: 'Automation is not validated', error: 'Conflict' },
    }

    test('runs only after its validation', async () => {
      expect(await found()).toMatchObject({ isDraft: true, validation: null })
      expect(await bed.key.post(`${automations}/${bed.id}/trigger`)).toMatchObject(refused)
      await validate({ stopBefore: 'send' })
      expect((await ended()).status).toBe('passed')
      expect(await found()).toMatchObject({ isDraft: false })
      expect((await bed.service.run(bed.key, bed.id)).status).toBe('completed')
    })

    test('remains a draft where its validation fails', async () => {
      await makeFailing()
      await markDraft()
      bed.shop.show('<p>')
      await validate()
      expect((await ended()).status).toBe('failed')
      expect(await found()).toMatchObject({ isDraft: true })
      expect(await bed.key.post(`${automations}/${bed.id}/trigger`)).toMatchObject(refused)
    })

    test('cannot be part of a pipeline', async () => {
      const answer = await bed.key.post('/api/v1/pipelines', { name: 'All', automationIds: [bed.id] })
      expect(answer).toMatchObject({
        status: 400,
        body: [{ property: 'automationIds.0', receivedValue: bed.id }],
      })
    })

    test('is again what a validated automation becomes when its steps change', async () => {
      await validate({ stopBefore: 'send' })
      await ended()
      const url = `${automations}/${bed.id}`
      expect((await bed.key.patch(url, { name: 'Renamed' })).body).toMatchObject({ isDraft: false })
      expect((await bed.key.patch(url, { actions: [open()] })).body).toMatchObject({
        isDraft: true,
        validation: null,
      })
      expect(await bed.key.post(`${automations}/${bed.id}/trigger`)).toMatchObject(refused)
    })
  })
}
