/**
 * Words by which mails say what a number or a link in them is. In the languages of most of the world's mail; each list is
 * matched against one line, in lower case and in the composed form of Unicode.
 */

/** What only a one-time code is called. */
export const codeNames: RegExp[] = [
  /(?:verification|security|confirmation|log-?in|sign-?in|sign-?up|authentication|authorization|access|activation|one[- ]time|single-use|temporary|2fa|two-factor|reset|recovery)\s(?:pass)?(?:code|pin|password)(?!\p{L})/u,
  /(?<!\p{L})(?:passcode|one-time-passcode|otp|totp)(?!\p{L})/u,
  /(?:bestätigungs|sicherheits|verifizierungs|verifikations|anmelde|login|einmal|zugangs|freischalt|aktivierungs|authentifizierungs|prüf)-?(?:code|pin)(?!\p{L})|einmal-?(?:passwort|kennwort)(?!\p{L})|(?<!\p{L})m?tan(?!\p{L})/u,
  /code\s(?:à\s(?:six|\d)\schiffres\s)?(?:de\s|d['’]\s?|à\s)?(?:vérification|sécurité|confirmation|connexion|validation|activation|accès|authentification|usage unique|temporaire|unique)(?!\p{L})|mot de passe (?:à usage unique|temporaire)(?!\p{L})/u,
  /código\s(?:de\s)?(?:verificación|seguridad|confirmación|acceso|inicio de sesión|activación|autenticación|un solo uso|único|temporal)(?!\p{L})|contraseña (?:de un solo uso|temporal)(?!\p{L})/u,
  /codice\s(?:di\s|d['’]\s?)?(?:verifica|sicurezza|conferma|accesso|attivazione|autenticazione|monouso|temporaneo)(?!\p{L})|password (?:monouso|temporanea)(?!\p{L})/u,
  /código\s(?:de\s)?(?:verificação|segurança|confirmação|acesso|login|ativação|autenticação|uso único|temporário)(?!\p{L})|senha (?:temporária|de uso único)(?!\p{L})/u,
  /(?:verificatie|beveiligings|bevestigings|inlog|login|toegangs|activerings|activatie)-?code(?!\p{L})|eenmalige? (?:inlog|toegangs)?-?(?:code|wachtwoord)(?!\p{L})/u,
  /kod\s(?:weryfikacyjny|bezpieczeństwa|potwierdzający|potwierdzenia|logowania|dostępu|aktywacyjny|jednorazowy|uwierzytelniający)(?!\p{L})|(?:jednorazowe hasło|hasło jednorazowe|jednorazowy kod)(?!\p{L})/u,
  /код\s(?:подтверждения|проверки|безопасности|доступа|(?:для\s)?входа|авторизации|активации)(?!\p{L})|(?:проверочный|одноразовый)\s(?:код|пароль)(?!\p{L})/u,
  /(?:確認|認証|検証|セキュリティ|ログイン|ワンタイム|アクセス)用?(?:コード|番号)|ワンタイムパスワード|暗証番号/u,
  /验证码|驗證碼|校验码|动态密?码|安全码|一次性密码|인증\s?(?:번호|코드)|확인\s?코드|보안\s?코드/u,
  /(?:doğrulama|güvenlik|onay|giriş|tek kullanımlık)\s?(?:kodu?|şifre)|(?:verifierings|säkerhets|engångs|inloggnings|bekræftelses|verifikations|engangs|bekreftelses|sikkerheds|sikkerhets)-?kod[e]?(?!\p{L})|(?:ověřovací|bezpečnostní|potvrzovací)\skód/u,
]

/** What a one-time code is called among other codes. */
export const codeWords =
  /(?<!\p{L})(?:codes?|pin|código|codigo|codice|kod|kode|kód|код|kodu)(?!\p{L})|コード|番号|代码|代碼/u

/** Codes that are no one-time codes, and lines about them. */
export const otherCodes: RegExp[] = [
  /(?:promo(?:tion|tional)?|discount|coupon|voucher|gift|referral|invite|invitation|zip|postal|area|country|source|qr|bar|booking|order|tracking|error|tax|product|dress|swift|sort|savings?|offer)[- ]?codes?(?!\p{L})/u,
  /(?:gutschein|rabatt|aktions|promo|vorteils|buchungs|fehler|post|strich|empfehlungs)-?code|postleitzahl|postcode|kortingscode|actiecode|streepjescode|boekingscode/u,
  /code\s(?:promo|de réduction|de remise|avantage|cadeau|postal|parrainage|de réservation|barres)|chèque-cadeau/u,
  /código\s(?:promocional|de descuento|de desconto|de regalo|postal|de reserva|de barras)|cupón|cupom/u,
  /codice\s(?:sconto|promozionale|promo|postale|fiscale|cliente|di prenotazione|a barre|coupon)/u,
  /kod\s(?:rabatowy|promocyjny|pocztowy|kreskowy|rezerwacji)|промокод|код скидки|код купона|почтовый индекс|штрихкод/u,
  /クーポン|割引|プロモ|郵便番号|予約番号|紹介コード|优惠码|邮编/u,
]

/** What numbers that are no codes are called, before them. */
export const otherNumbers =
  /(?:order|invoice|receipt|ticket|case|customer|account|member|reference|ref|tracking|parcel|phone|call|tel|fax|mobile|booking|reservation|bestell|rechnung|kunden|konto|sendung|auftrag|vorgang|paket|telefon|commande|facture|client|suivi|colis|dossier|téléphone|pedido|factura|cliente|seguimiento|envío|teléfono|ordine|fattura|spedizione|telefono|encomenda|fatura|rastreio|telefone|bestelling|bestelnummer|factuur|klant|pakket|zamówieni|faktur|przesył|klient|заказ|сч[её]т|накладн|клиент|трек|отправлени|телефон|注文|請求|追跡|お客様|伝票|電話|会員|sipariş|fatura)\p{L}*[^\p{L}\d]{0,12}(?:(?:number|no|nr|num|id|nummer|numéro|n°|nº|número|numero|номер|番号|numer)\p{L}*[^\p{L}\d]{0,6})?(?:(?:is|was|ist|lautet|est|es|è|é|to)[^\p{L}\d]{0,3})?$|(?:#|№|n°|nº|\bno\.|\bnr\.|[+€$£¥]|zł|руб|円)\s?$/u

/** Offers, whose codes are for a shop, and meetings, whose codes are for everybody who is invited. */
export const otherPurposes: RegExp[] = [
  /check-?out|% off|\bsale\b|save (?:with|up|\d)|black friday|voucher|discount|meeting id|join (?:the |zoom )*meeting|dial[- ]in/u,
  /rabatt|sparen|gutschein|kasse|einwahl|besprechung|meeting-id/u,
  /réduction|remise|soldes|panier|réunion/u,
  /descuento|rebajas|oferta|sconto|offerta|desconto|promoção|reunión|reunião|riunione/u,
  /korting|vergadering|rabat|promocj|spotkani|скидк|акци|конференци|встреч/u,
  /割引|クーポン|セール|会議|ミーティング|折扣|会议|할인|회의/u,
]

/** What is said around a one-time code. */
export const codeSigns: RegExp[] = [
  /expires?|valid for|(?:do not|don['’]t|never) (?:share|forward)|enter (?:it|this|the)|(?:sign|log)[- ]?in|verify|confirm/u,
  /gültig|läuft (?:in|nach)|geben sie|gib (?:ihn|diesen|den)|niemandem|nicht weiter|anmeld|bestätig/u,
  /expire|valable|saisissez|entrez|ne (?:le )?(?:partagez|communiquez)|connecter|confirmer/u,
  /caduca|vence|válido|introduce|ingresa|no (?:lo )?compartas|iniciar sesión|confirmar/u,
  /scade|valido|inserisci|non (?:condivider|comunicar)|accedere|confermare/u,
  /expira|válido|insira|digite|não (?:o )?partilhe|não (?:o )?compartilhe|iniciar sessão|entrar|confirmar/u,
  /verloopt|geldig|voer|deel (?:deze|hem|dit)|inloggen|aan te melden|bevestigen/u,
  /wygasa|ważny|wpisz|wprowadź|nie (?:udostępniaj|podawaj)|zalogować|potwierdzić/u,
  /действ|введите|никому|не сообщайте|войти|входа|подтверд/u,
  /有効|入力|共有しない|教えない|ログイン|有效|请勿|输入|입력|유효/u,
]

/** What a link is called by which somebody confirms, signs in or sets a password. */
export const confirmations: RegExp[] = [
  /(?:verify|confirm|activate|validate|complete|finish)\b|sign[- ]?in|log[- ]?in|reset|set (?:a |your )?(?:new )?password|accept (?:the )?invitation|magic link/u,
  /bestätig|verifizier|aktivier|freischalt|anmelden|einloggen|zurücksetzen|neues passwort|einladung annehmen/u,
  /confirme|vérifie|active[rz]|valide[rz]|se connecter|connexion|réinitialise|nouveau mot de passe/u,
  /confirma|verifica|activa|valida|iniciar sesión|inicia sesión|restablece|nueva contraseña/u,
  /conferma|verifica|attiva|convalida|accedi|reimposta|nuova password/u,
  /confirmar|confirme|verificar|verifique|ativar|ative|entrar|iniciar sessão|redefinir|repor|nova senha/u,
  /bevestig|verifieer|activeer|inloggen|log in|aanmelden|opnieuw instellen|nieuw wachtwoord/u,
  /potwierdź|zweryfikuj|aktywuj|zaloguj|zresetuj|ustaw nowe hasło/u,
  /подтверд|активир|войти|вход|сбросить|восстанов|новый пароль/u,
  /確認(?:する|して)|認証(?:する|して)|有効に|ログイン|再設定|リセット|登録を完了|验证|激活|확인|인증/u,
]

/** What sentences say that are for somebody who did not ask for the mail. */
export const disclaimers: RegExp[] = [
  /(?:did(?: not|n['’]t)|(?:was|is)(?: not|n['’]t)|not) (?:you|me|request|ask|attempt|try|recogni[sz]e|make|initiate)|don['’]t recogni[sz]e|by mistake/u,
  /nicht (?:sie|du|von ihnen|von dir|von mir|angefordert|selbst|veranlasst)|falls nicht/u,
  /(?:n['’](?:est|était|étiez|êtes)|pas) (?:pas )?(?:vous|moi|à l['’]origine|demandé)/u,
  /no (?:fuiste|fue|eras|has sido|he sido|lo has|reconoces|solicitaste)/u,
  /non (?:sei stato|sono stato|l['’]hai|hai richiesto|riconosci)/u,
  /não (?:foi|fui|pediu|solicitou|reconhece)/u,
  /niet (?:jij|u|zelf|aangevraagd)|(?:jij|u) dit niet/u,
  /to nie (?:ty|ja|pan)|nie prosi|nie był/u,
  /(?:это )?(?:не вы|был не|были не)|не запрашивали/u,
  /心当たり|ご自身でない|本人でない|非本人|본인이 아닌/u,
]

/** What links are called that lead elsewhere. */
export const otherLinks: RegExp[] = [
  /unsubscribe|preferences|privacy|terms|help|support|contact|imprint|faq|view (?:it )?in (?:your )?browser|download|follow us|secure (?:your|my) account|report|track|learn more|shop|invoice/u,
  /abmelden|abbestellen|datenschutz|impressum|hilfe|kontakt|konto (?:sichern|schützen)|im browser|verfolgen|agb/u,
  /désabonner|désinscri|confidentialité|aide|mentions légales|sécuris|navigateur|suivre/u,
  /cancelar (?:la )?suscripción|darse de baja|privacidad|ayuda|proteger|proteja|navegador|seguir/u,
  /annulla (?:l['’])?iscrizione|disiscri|aiuto|assistenza|proteggi|segui/u,
  /cancelar (?:a )?(?:subscrição|inscrição|assinatura)|privacidade|ajuda|proteger|acompanhar/u,
  /afmelden|uitschrijven|hulp|beveilig|volgen|voorwaarden/u,
  /wypisz|rezygn|prywatnoś|pomoc|zabezpiecz|śledź/u,
  /отписаться|конфиденциальн|помощь|защитить|отследить/u,
  /配信停止|登録解除|プライバシー|ヘルプ|お問い合わせ|保護する|追跡|退订/u,
]

/** Whether one of several expressions matches. */
export const matchesAny = (text: string, expressions: RegExp[]): boolean =>
  expressions.some((expression) => expression.test(text))
