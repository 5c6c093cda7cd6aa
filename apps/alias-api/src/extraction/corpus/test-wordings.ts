/** For tests: emails as well-known services word them. */
export interface Wording {
  subject: string
  text?: string
  html?: string
  code?: string
  link?: string
}

const verify = 'https://mail.brand.example/ls/click?upn=u001.Zk3-2BAq_48291377'

/** What the services of most people's mail write, in the shapes in which they write it. */
export const wordings: Wording[] = [
  {
    subject: '[Brand] Please verify your device',
    text: 'Hey ada!\n\nA sign in attempt requires further verification because we did not recognize your device. To complete the sign in, enter the verification code on the unrecognized device.\n\nDevice: Firefox on Linux\nVerification code: 482913\n\nIf you did not attempt to sign in to your account, your password may be compromised. Visit https://brand.example/settings/security to create a new, strong password.\n',
    code: '482913',
  },
  {
    subject: 'Brand Verification Code',
    html: '<div>Dear User,<p>We received a request to access your account <a href="mailto:ada@mail.example">ada@mail.example</a> through your email address. Your verification code is:</p><div style="text-align:center"><p><strong style="font-size:24px">482913</strong></p></div><p>If you did not request this code, it is possible that someone else is trying to access your account. <b>Do not forward or give this code to anyone.</b></p></div>',
    code: '482913',
  },
  {
    subject: 'Your account security code',
    text: "Brand account\nSecurity code\nPlease use the following security code for the Brand account ad**1@mail.example.\n\nSecurity code: 4829137\n\nIf you don't recognize the account ad**1@mail.example, you can click here to remove your email address from that account: https://account.brand.example/dp?ft=x\n",
    code: '4829137',
  },
  {
    subject: 'Verify your new Brand account',
    html: '<p>To verify your email address, please use the following One Time Password (OTP):</p><p class="otp">482913</p><p>Do not share this OTP with anyone. Brand takes your account security very seriously.</p>',
    code: '482913',
  },
  {
    subject: 'Brand confirmation code: KTR-WXM',
    html: '<h1>Confirm your email address</h1><p>Your confirmation code is below - enter it in your open browser window and we\'ll help you get signed in.</p><div>KTR-WXM</div><p>Questions about setting up Brand? <a href="https://brand.example/help">Email us</a></p>',
    code: 'KTR-WXM',
  },
  {
    subject: 'Your Brand account: Access from new computer',
    text: 'Dear ada,\n\nHere is the Brand Guard code you need to login to account ada:\n\nR4DK8\n\nThis email was generated because of a login attempt from a computer located at 203.0.113.45 (NL).\n',
    code: 'R4DK8',
  },
  {
    subject: '482913 is your Brand code',
    html: '<p>Hi ada,</p><p>Someone tried to log in to your account.</p><p>If this was you, please use the following code to confirm your identity:</p><p><font size="6">482913</font></p><p>If this wasn\'t you, please <a href="https://brand.example/reset?x=1">reset your password</a> to secure your account.</p>',
    code: '482913',
  },
  {
    subject: 'Welcome to Brand',
    text: 'Your Brand code is 4829. Never share this code. Reply STOP ALL to unsubscribe.',
    code: '4829',
  },
  {
    subject: 'Your Brand code is 482913',
    text: 'Enter this temporary verification code to continue:\n\n482913\n\nPlease ignore this email if this wasn’t you trying to create an account.\n\nBest,\nThe Brand team\n',
    code: '482913',
  },
  {
    subject: 'Your Brand verification code',
    text: 'Your Brand verification code is: 482-913\n\nThis code will expire in 10 minutes. If you need help, visit https://support.brand.example.\n',
    code: '482913',
  },
  {
    subject: 'Ada, here’s your PIN 482913',
    text: 'Hi Ada,\n\nPlease use this verification code to complete your sign in:\n\n482913\n\nThanks for helping us protect your account.\n\nWhen and where this happened:\nDate: November 24, 2026, 11:02 AM (GMT)\nBrowser: Chrome\nIP Address: 203.0.113.45\n© 2026 Brand Corp., 1000 West Maude Avenue, Sunnyvale, CA 94085\n',
    code: '482913',
  },
  {
    subject: '482913 – Your Brand Verification Code',
    html: '<td>482913</td><td>Hello ada, this is your code. Please enter it within 15 minutes.</td>',
    code: '482913',
  },
  {
    subject: 'Code for signing in to Brand',
    html: '<p>Your one-time code is</p><h2>482913</h2><p>Copyright ©2026 Brand Inc. All rights reserved. 55 Almaden Blvd, San Jose CA 95113</p>',
    code: '482913',
  },
  {
    subject: 'Verify your email address',
    html: `<p>Hey ada,</p><p>Thanks for registering! Before we get started, we just need to confirm that this is you. Click below to verify your email address:</p><a href="${verify}" style="display:inline-block">Verify Email</a><p>Need help? <a href="https://brand.example/support">Contact our support team</a> or hit us up on <a href="https://social.example/brand">social</a>.</p>`,
    link: verify,
  },
  {
    subject: 'Verify your email for project-48291',
    text: 'Hello,\n\nFollow this link to verify your email address.\n\nhttps://project-48291.example/__/auth/action?mode=verifyEmail&oobCode=x_Z9&apiKey=AIza\n\nIf you didn’t ask to verify this address, you can ignore this email.\n\nThanks,\n\nYour project-48291 team\n',
    link: 'https://project-48291.example/__/auth/action?mode=verifyEmail&oobCode=x_Z9&apiKey=AIza',
  },
  {
    subject: 'Sign in to Brand',
    html: `<p>Click the button below to log in to Brand. This button will expire in 20 minutes.</p><a href="${verify}"><img alt="Log in to Brand" src="https://brand.example/b.png"></a><p>Button not showing? <a href="${verify}">Click here</a></p><p>Confirming this request will securely log you in using ada@mail.example.</p>`,
    link: verify,
  },
  {
    subject: 'Reset your password',
    text: `Someone requested that the password be reset for the following account: ada.\n\nTo reset your password, visit the following address: ${verify}\n\nIf this was a mistake, just ignore this email and nothing will happen.\n`,
    link: verify,
  },
  {
    subject: 'You’re invited to join Team',
    html: `<p>Bob has invited you to the workspace Team.</p><a href="${verify}">Accept the invitation</a><p>This invitation expires on December 1, 2026.</p><a href="https://brand.example/privacy">Privacy</a>`,
    link: verify,
  },
  {
    subject: 'mTAN für Ihre Überweisung',
    text: 'Für Ihre Überweisung über 49,90 EUR auf das Konto DE89 3704 0044 0532 0130 00 lautet die TAN: 482913\n',
    code: '482913',
  },
  {
    subject: 'Ihr Code zur Anmeldung',
    html: '<p>Guten Tag,</p><p>Ihr Code lautet:</p><p><b>48 29 13</b></p><p>Er ist 15 Minuten gültig. Geben Sie ihn auf der Anmeldeseite ein.</p><p>Vorgangsnummer 7712345</p>',
    code: '482913',
  },
  {
    subject: 'Votre code',
    html: '<p>Bonjour,</p><p>Pour vous connecter, saisissez le code suivant&nbsp;:</p><p>4829 1377</p><p>Il est valable 5&nbsp;minutes.</p><p>Service client&nbsp;: 01&nbsp;55&nbsp;50&nbsp;01&nbsp;32</p>',
    code: '48291377',
  },
  {
    subject: 'C&oacute;digo',
    html: '<p>Tu c&oacute;digo de verificaci&oacute;n: <b>482913</b></p><p>Vence en 5 minutos.</p>',
    code: '482913',
  },
  {
    subject: 'Codice di sicurezza',
    text: 'Il codice per confermare l’operazione è 482913. Non comunicarlo a nessuno.',
    code: '482913',
  },
  { subject: '登录验证', text: '您的验证码是 482913，10分钟内有效。请勿告诉他人。', code: '482913' },
  { subject: '[브랜드] 인증번호 안내', text: '인증번호 [482913]를 입력해 주세요.', code: '482913' },
  {
    subject: 'Your booking is confirmed',
    text: 'Booking reference: X7K9QP\nCheck-in from 15:00, PIN code for the door: ask at the desk.\nConfirmation number: 4829137712\nTotal: EUR 249.00\n',
  },
  {
    subject: 'Ada, join the meeting',
    text: 'Join Zoom Meeting\nhttps://zoom.example/j/48291377123?pwd=abc\n\nMeeting ID: 482 9137 7123\nPasscode: 482913\n\nOne tap mobile\n+16694449171,,48291377123#\n',
  },
  {
    subject: 'Your ticket [#482913] has been updated',
    text: '##- Please type your reply above this line -##\n\nYour request (482913) has been updated. To add additional comments, reply to this email.\n\nhttps://brand.example/requests/482913\n',
  },
  {
    subject: 'Your statement for account ending 4829',
    text: 'Your statement of 24/11/2026 is ready. Account ending 4829. Sort code 20-48-29. Balance 1,482.91.\n',
  },
  {
    subject: 'Black Friday',
    html: '<h1>Save with code</h1><h2>BLACK26</h2><p>Enter the code at checkout. Valid until 30 November 2026. <a href="https://shop.example/u/482913">Unsubscribe</a></p>',
  },
  {
    subject: 'CI failed: main 48291ab',
    text: 'Run 4829137 failed with exit code 137 at 11:02. Commit 4829137. Error code 5004.\nhttps://ci.example/runs/4829137\n',
  },
  {
    subject: 'Your parcel is ready to collect',
    text: 'Collect it with this pickup code: 482913\nParcel number 00340434161094000000\nOpen until 22:00\n',
  },
  {
    subject: 'Welcome to the Brand newsletter',
    html: `<p>Please confirm your subscription.</p><a href="${verify}">Yes, subscribe me to this list</a><p>If you received this email by mistake, simply delete it.</p>`,
  },
]
