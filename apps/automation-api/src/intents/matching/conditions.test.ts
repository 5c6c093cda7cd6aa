import { expect, test } from 'vitest'
import { open, openMatchingBed, press, read } from './test-matching.ts'

const { create, match } = openMatchingBed()

const automations = {
  cancel: () =>
    create('Cancel the gym membership', [open('https://ironhall.example/membership'), press('Cancel')]),
  kuendigen: () => create('Fitnessstudio kündigen', [open('https://muskelwerk.example/'), press('Kündigen')]),
  resilier: () =>
    create('Résilier l’abonnement au journal', [open('https://lematin.example/'), press('Résilier')]),
  cancelar: () =>
    create('Cancelar la suscripción de música', [open('https://ritmo.example/'), press('Cancelar')]),
}

type Name = keyof typeof automations

test.each<[Name, string]>([
  ['cancel', 'If the price rises, cancel the gym membership'],
  ['cancel', 'Cancel the gym membership if the price rises'],
  ['cancel', 'Please cancel my gym membership unless it becomes cheaper'],
  ['cancel', 'Cancel the gym membership when the price goes up'],
  ['cancel', 'Cancel the gym membership as soon as the price goes up'],
  ['cancel', 'Cancel the gym membership once the contract ends'],
  ['cancel', 'Cancel the gym membership, provided that it costs nothing'],
  ['cancel', 'Cancel the gym membership after the trial ends'],
  ['cancel', 'Should the price rise, cancel the gym membership'],
  ['cancel', 'Is the gym membership too expensive? Then cancel it'],
  ['kuendigen', 'Wenn der Preis steigt, kündige mein Fitnessstudio'],
  ['kuendigen', 'Kündige mein Fitnessstudio, falls der Preis steigt'],
  ['kuendigen', 'Kündige mein Fitnessstudio, sobald es teurer wird'],
  ['kuendigen', 'Kündige das Fitnessstudio, es sei denn, es wird billiger'],
  ['kuendigen', 'Steigt der Preis, kündige mein Fitnessstudio'],
  ['kuendigen', 'Sollte der Preis steigen, kündige mein Fitnessstudio'],
  ['resilier', 'Si le prix augmente, résilie l’abonnement au journal'],
  ['resilier', 'Résilie l’abonnement au journal s’il devient plus cher'],
  ['resilier', 'Résilie l’abonnement au journal sauf si le prix baisse'],
  ['resilier', 'Résilie l’abonnement au journal à moins que le prix baisse'],
  ['resilier', 'Résilie l’abonnement au journal dès que le prix augmente'],
  ['cancelar', 'Si el precio sube, cancela la suscripción de música'],
  ['cancelar', 'Cancela la suscripción de música si el precio sube'],
  ['cancelar', 'Cancela la suscripción de música a menos que baje el precio'],
  ['cancelar', 'Cancela la suscripción de música cuando suba el precio'],
])('a change under a condition asks back: %s, %s', async (name, text) => {
  const automationId = await automations[name]()
  expect(await match(text)).toMatchObject({ outcome: 'ambiguous', candidates: [{ automationId }] })
})

test.each<[Name, string]>([
  ['cancel', 'Cancel the gym membership if you can'],
  ['cancel', 'If possible, cancel the gym membership'],
  ['cancel', 'Cancel the gym membership when you have a moment'],
  ['cancel', 'If you don’t mind, please cancel my gym membership'],
  ['cancel', 'Cancel the gym membership as soon as possible'],
  ['kuendigen', 'Kündige wenn möglich mein Fitnessstudio'],
  ['kuendigen', 'Kündige mein Fitnessstudio, wenn du kannst'],
  ['kuendigen', 'Kündige mein Fitnessstudio, wenn es geht'],
  ['kuendigen', 'Kündige bitte so bald wie möglich mein Fitnessstudio'],
  ['resilier', 'Résilie l’abonnement au journal, s’il te plaît'],
  ['resilier', 'Si possible, résilie l’abonnement au journal'],
  ['resilier', 'Si tu peux, résilie l’abonnement au journal'],
  ['cancelar', 'Si puedes, cancela la suscripción de música'],
  ['cancelar', 'Cancela la suscripción de música, si es posible'],
  ['cancelar', 'Cancela la suscripción de música cuando puedas'],
])('a kind way to ask is no condition: %s, %s', async (name, text) => {
  const automationId = await automations[name]()
  expect(await match(text)).toMatchObject({ outcome: 'matched', automationId })
})

test.each([
  'Can I cancel the gym membership?',
  'Could I cancel my gym membership',
  'Can the gym membership be cancelled?',
  'May we cancel the gym membership?',
])('a question whether a change is possible asks back: %s', async (text) => {
  const automationId = await automations.cancel()
  expect(await match(text)).toMatchObject({ outcome: 'ambiguous', candidates: [{ automationId }] })
})

test.each([
  'Can you cancel the gym membership?',
  'Could you please cancel my gym membership',
  'Can I cancel the gym membership, please',
])('a request in the form of a question runs a change: %s', async (text) => {
  const automationId = await automations.cancel()
  expect(await match(text)).toMatchObject({ outcome: 'matched', automationId })
})

test('a condition that is the automation’s own runs', async () => {
  const automationId = await create('Renew the domain if it expires', [
    open('https://names.example/'),
    press('Renew'),
  ])
  expect(await match('Renew the domain if it expires')).toMatchObject({ outcome: 'matched', automationId })
  expect(await match('Renew the domain if it becomes cheaper')).toMatchObject({ outcome: 'ambiguous' })
})

test('a condition keeps no automation that only reads from running', async () => {
  const automationId = await create('Balance of the savings account', [
    open('https://bank.example/'),
    read('balance'),
  ])
  expect(await match('Show the balance of the savings account if it is there')).toMatchObject({
    outcome: 'matched',
    automationId,
  })
})
