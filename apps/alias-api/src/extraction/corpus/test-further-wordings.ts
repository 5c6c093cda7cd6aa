import type { Wording } from './test-wordings.ts'

const go = 'https://click.brand.example/f/a/q8Zr~~/AAQRxQA~/48291377?d=2026'

/** For tests: emails that came after the rules were written. */
export const furtherWordings: Wording[] = [
  {
    subject: 'Your login code for Brand',
    html: `<table><tbody><tr><td><h2>Your login code for Brand</h2></td></tr><tr><td><a href="${go}">Login to Brand</a></td></tr><tr><td>This link and code will only be valid for the next 5 minutes. If the link does not work, you can use the login verification code directly:</td></tr><tr><td><code>cnvk-8yha</code></td></tr></tbody></table>`,
    link: go,
  },
  {
    subject: 'Finish signing in',
    text: 'Your sign-in code is 0048-2913. It works once.\n',
    code: '00482913',
  },
  {
    subject: '2-step verification',
    text: 'Hello Ada,\n\n2-step verification code: 482913\nRequested at 11:02 on 2026-11-24 from Berlin (203.0.113.45).\n',
    code: '482913',
  },
  {
    subject: 'Brand: Here’s your verification code: 482913',
    html: '<p>Your code: <span>482913</span></p><p>Expires at 11:17.</p>',
    code: '482913',
  },
  {
    subject: 'Action required: confirm your new device',
    html: `<p>We noticed a new sign-in to your account.</p><p><b>Device:</b> Pixel 9<br><b>When:</b> 24 November 2026 11:02 CET</p><a href="${go}">Yes, it was me - confirm device</a><a href="https://brand.example/no?x=482913">No, it wasn’t me</a>`,
    link: go,
  },
  {
    subject: 'Bestätige deine E-Mail-Adresse',
    html: `<p>Hallo Ada,</p><p>nur noch ein Schritt! <a href="${go}">Klicke hier, um deine E-Mail-Adresse zu bestätigen</a>.</p><p>Deine Mitgliedsnummer: 48291377</p><p><a href="https://brand.example/agb">AGB</a> | <a href="https://brand.example/impressum">Impressum</a></p>`,
    link: go,
  },
  {
    subject: 'Dein Freischaltcode',
    html: '<p>Dein Freischaltcode:</p><h1>7Q2-M9X</h1><p>Gültig bis 24.11.2026, 12:00 Uhr</p>',
    code: '7Q2-M9X',
  },
  {
    subject: 'Login-Bestätigung',
    text: 'Ihre Session-PIN lautet 4829. Bitte geben Sie sie im Browser ein.\n',
    code: '4829',
  },
  {
    subject: 'Connexion à votre espace',
    html: `<p>Bonjour Ada Lovelace,</p><p>Voici votre code d’accès temporaire&nbsp;: <strong>482 913</strong></p><p>Pour toute question, contactez le 3639 (service gratuit + prix appel).</p>`,
    code: '482913',
  },
  {
    subject: 'Activez votre compte',
    html: `<p>Pour activer votre compte, cliquez sur le bouton ci-dessous.</p><p><a href="${go}">Activer mon compte</a></p><p>Ce lien est valable 24 heures. N° de dossier : 4829137</p>`,
    link: go,
  },
  {
    subject: 'Código de acceso',
    text: '482913 es tu código. No lo compartas con nadie. Caduca a las 11:17.\n',
    code: '482913',
  },
  {
    subject: 'Confirma tu cuenta',
    html: `<p>¡Ya casi está!</p><table><tr><td><a href="${go}"><span>Confirmar cuenta</span></a></td></tr></table><p>Si no creaste esta cuenta, <a href="https://brand.example/x">avísanos</a>.</p>`,
    link: go,
  },
  {
    subject: 'Codice OTP',
    text: 'Gentile cliente, il codice OTP per autorizzare il pagamento di 49,90 EUR presso SHOP SRL è 48291377.\n',
    code: '48291377',
  },
  {
    subject: 'Seu código',
    html: '<p>Oi, Ada!</p><p>Seu código para entrar é</p><p style="font-size:30px">482913</p><p>Ele vale por 10 minutos.</p><p>CNPJ 12.345.678/0001-90</p>',
    code: '482913',
  },
  {
    subject: 'Aanmeldcode',
    text: 'Uw code voor DigiBrand is 482913. Deel deze code met niemand.\n',
    code: '482913',
  },
  {
    subject: 'Kod SMS',
    text: 'Kod: 482913. Operacja nr 7 z dnia 24-11-2026 na kwotę 49,90 PLN. Nie podawaj nikomu.\n',
    code: '482913',
  },
  {
    subject: 'Вход в аккаунт',
    html: '<p>Чтобы войти в аккаунт, введите код</p><p><b>482913</b></p><p>Код действителен до 11:17. Служба поддержки: 8 800 555-01-32</p>',
    code: '482913',
  },
  {
    subject: '【ブランド】ログイン認証',
    text: 'ブランドをご利用いただきありがとうございます。\n\n認証コード\n482913\n\n有効期限：2026年11月24日 11:17\n\n※このメールに返信しても回答できません。\n',
    code: '482913',
  },
  {
    subject: 'メールアドレスのご確認',
    text: `以下のURLをクリックして、登録を完了してください。\n\n${go}\n\nURLの有効期限は24時間です。\n`,
    link: go,
  },
  {
    subject: 'Your Brand receipt [#1482-9137]',
    html: '<p>Receipt from Brand</p><h1>$49.00</h1><p>Paid November 24, 2026</p><p>Receipt number 1482-9137<br>Invoice number 4F9C2D7A-0003<br>Payment method Visa - 4829</p>',
  },
  {
    subject: 'Your flight to Lisbon',
    text: 'Booking code: X7K9QP\nFlight TP 482, 24 Nov 2026, 11:02\nSeat 12A, boarding group 4\nTicket 0474829137712\n',
  },
  {
    subject: 'Two codes',
    text: 'Your verification code 111111 is no longer valid.\nYour new verification code: 222222\n',
  },
  {
    subject: 'Backup codes',
    text: 'Your new backup codes, each of which works once:\n\n4829 1377\n5500 1322\n7730 1640\n',
  },
  {
    subject: 'Ihre Paketabholung',
    text: 'Ihr Paket liegt bereit. Abholcode: 4829. Sendungsnummer 00340434161094. Packstation 137, 10119 Berlin.\n',
  },
  {
    subject: 'Your API key was created',
    text: 'A key ending in 8F3A2 was created on 2026-11-24. Project 482913.\nManage keys: https://brand.example/keys\n',
  },
  {
    subject: 'New comment on PR 4829',
    html: `<p>bob left a comment on #4829 (commit 7F3A2B9): "Code looks good, please confirm the 1000 limit"</p><a href="https://git.example/pr/4829">View it</a> or <a href="https://git.example/unsub/x">unsubscribe</a>.`,
  },
]
