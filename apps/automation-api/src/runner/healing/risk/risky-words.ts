/** The words of one language by which an element's name says that it does something costly or irreversible. */
export interface RiskyWords {
  /** Say so wherever they stand in a name. */
  words: string
  /** Say so only where a name begins with them: "Order now", but not "Sort order" and not "Order history". */
  heads: string
  /** Words that follow each other, separated by commas. `*` is any one word. */
  phrases: string
  /** Phrases that say the opposite of a word in them, or that only contain it. */
  harmless: string
}

// Whole words in the forms that buttons and links have: imperatives, infinitives, and the nouns of the act. A
// participle ("Deleted items", "Gesendet") names a state, and shows it.
export const RISKY_WORDS: Record<string, RiskyWords> = {
  en: {
    words: `delete deletion del remove removal erase destroy purge wipe discard eradicate nuke prune truncate
      unlink detach disconnect uninstall deinstall uninstalling reset revoke revocation rescind invalidate terminate
      termination deactivate deactivation disable suspend ban blacklist blocklist kick evict expel kill halt stop
      abort cancel cancellation unsubscribe unregister deregister unenroll unenrol unpublish unfriend unfollow
      decommission deprovision reject decline deny refuse refund reimburse chargeback withdraw withdrawal
      pay buy purchase checkout donate subscribe remit resend send submit publish broadcast tweet deploy redeploy
      rollback revert overwrite logout logoff signout signoff shutdown reboot restart poweroff quit approve repay
      prepay unpair unassign forfeit surrender disband dissolve dismantle freeze disassociate deauthorize deauthorise unlist unshare`,
    heads: `order post book reserve transfer drop void charge leave sign merge release rent lease upgrade downgrade
      renew flush regenerate repost expire renounce resign block archive trash clear hire bid bet wager wire sell`,
    phrases: `log out, log off, log me out, sign out, sign off, sign me out, check out, opt out, shut down, power off,
      power down, turn off, switch off, roll back, hang up, write off, throw away, get rid of, give up,
      close account, close my account, close your account, close the account, close this account, close ticket,
      close issue, close case, close position, end subscription, end session, end call, end meeting, end chat, end trip,
      end stream, end membership, leave group, leave team, leave channel, leave organization, leave organisation,
      leave workspace, leave project, place order, place an order, place your order, place bid, place bet, place a bid,
      place a bet, complete order, complete purchase, confirm order, confirm purchase, confirm booking, confirm payment,
      confirm transfer, confirm and pay, finish order, repeat order, make payment, make a payment, make transfer,
      make a transfer, make a donation, start payment, authorize payment, authorise payment, add funds, top up,
      empty trash, empty bin, empty basket, empty cart, empty recycle bin, empty folder, empty spam, empty junk,
      format disk, format drive, format card, mark as spam, report spam, report abuse, report user, report post,
      move to trash, move to bin, force push, go live, put * on hold, take offline, take down, rotate key, rotate keys,
      replace key, transfer ownership, make public, forget device, forget this device, forget network, forget this network,
      squash and merge, rebase and merge, close pull request, close merge request, convert to draft, make private,
      change visibility, dismiss review, pause subscription, freeze card, fire employee, hide post, restore defaults,
      restore factory, submit order, return or replace, replace items, get refund,
      return item, return items, start trial, start free trial, change plan, accept offer`,
    harmless: `do not delete, undo delete, undo send, undo removal, cancel deletion, cancel removal, drop down,
      drop files, drop file, drop your, drop it here, drop a, drop an, drop here, drop zone, drop shadow, drag and drop,
      post code, post office, post box, post processing, block quote, block editor, block level, block size, stop words,
      stop watch, bus stop, next stop, last stop, full stop, clear filter, clear filters, clear all filters,
      clear search, clear selection, clear input, clear text, clear field, clear formatting, clear sort, clear value,
      clear date, clear sky, reset zoom, reset view, reset filter, reset filters, reset search, reset sort, reset layout,
      reset columns, remove filter, remove filters, remove formatting, cancel search, cancel edit, cancel editing,
      unsubscribe link, sign in, sign up, sign language, book mark, leave balance, leave request, leave requests,
      leave a, leave us, upgrade guide, upgrade notes, renew token, stop watching, bet slip`,
  },
  de: {
    words: `löschen lösche lösch löschung entfernen entferne entfernung vernichten zerstören verwerfen leeren
      zurücksetzen rücksetzen widerrufen widerruf kündigen kündigung stornieren storno stornierung abbrechen abbruch
      beenden stoppen stopp anhalten sperren sperrung blockieren bannen verbannen deaktivieren deaktivierung
      deinstallieren archivieren ablehnen verweigern zurückweisen abweisen erstatten rückerstatten rückerstattung
      erstattung abmelden abmeldung ausloggen abbestellen abbestellung austragen kaufen kauf bestellen bezahlen
      spenden überweisen überweisung abonnieren senden absenden versenden abschicken verschicken schicken
      einreichen veröffentlichen publizieren herunterfahren ausschalten abschalten neustarten neustart trennen
      entkoppeln auflösen rauswerfen ausschließen genehmigen freigeben buchen reservieren mieten übertragen
      überschreiben zurückziehen entziehen ersteigern bieten verkaufen`,
    heads: `zahlen kaufe bestelle sende zahle lösch entfern storniere kündige sperre blockiere archiviere buche`,
    phrases: `zur kasse, termin absagen, absagen, anzeige schalten, sitzung beenden, konto schließen, konto auflösen, konto kündigen, account schließen, melden sie sich ab,
      melde dich ab, zahlungspflichtig bestellen, kostenpflichtig bestellen, jetzt kaufen, auftrag erteilen,
      bestellung abschicken, bestellung abschließen, kauf abschließen, papierkorb leeren, gruppe verlassen,
      team verlassen, kanal verlassen, als spam markieren, in den papierkorb, neu starten, offline nehmen`,
    harmless: `nicht löschen, filter löschen, filter zurücksetzen, filter entfernen, suche löschen, suche zurücksetzen,
      auswahl aufheben, löschen rückgängig, ansicht zurücksetzen, zoom zurücksetzen, nicht senden`,
  },
  fr: {
    words: `supprimer suppression supprimez effacer effacez effacement retirer retirez enlever détruire purger vider
      videz réinitialiser révoquer révocation résilier résiliez résiliation annuler annulez annulation arrêter arrêtez
      stopper interrompre bloquer bannir suspendre désactiver désactivez désactivation désinstaller archiver rejeter
      refuser décliner rembourser remboursement déconnecter déconnexion désabonner désinscrire désinscription
      désabonnement acheter achetez payer payez commander commandez virer abonner envoyer envoyez expédier soumettre soumettez publier publiez diffuser éteindre redémarrer dissocier expulser
      approuver réserver réservez louer transférer écraser jeter abandonner vendre`,
    heads: `supprime efface annule paie commande envoie bloque achète`,
    phrases: `se déconnecter, me déconnecter, fermer le compte, clôturer le compte, clôturer mon compte,
      fermer mon compte, quitter le groupe, quitter l'équipe, passer commande, passer la commande,
      valider la commande, valider le paiement, confirmer la commande,
      confirmer l'achat, confirmer mon achat, confirmer le paiement, signaler, vider le panier, vider la corbeille, marquer comme spam, tout effacer,
      mettre hors ligne, faire un don, mettre fin`,
    harmless: `ne pas supprimer, effacer les filtres, effacer la recherche, réinitialiser les filtres,
      effacer le filtre, annuler la suppression, effacer la sélection`,
  },
  es: {
    words: `eliminar elimina elimine eliminación borrar borra borre borrado suprimir quitar quita destruir purgar vaciar
      descartar restablecer reiniciar revocar revoca rescindir cancelar cancela cancele cancelación anular anula
      detener detén parar bloquear bloquea suspender prohibir expulsar desactivar desactiva deshabilitar
      inhabilitar desinstalar archivar rechazar rechaza denegar reembolsar reembolso devolver desconectar
      desuscribirse desuscribir desapuntarse comprar compre pagar paga pague donar transferir suscribirse
      enviar envía envíe enviarlo publicar publica apagar reservar alquilar aprobar sobrescribir abandonar vender
      desvincular retirar`,
    heads: `pedir compra`,
    phrases: `cerrar sesión, cierra sesión, cierre sesión, cerrar la sesión, cerrar cuenta, cerrar la cuenta,
      cerrar mi cuenta, dar de baja, darse de baja, darme de baja, realizar pedido, hacer pedido, hacer el pedido,
      confirmar pedido, confirmar compra, confirmar pago, finalizar compra, tramitar pedido, salir del grupo,
      vaciar papelera, vaciar carrito, marcar como spam, borrar todo`,
    harmless: `no eliminar, borrar filtros, borrar búsqueda, limpiar filtros, quitar filtros, restablecer filtros,
      ver compra, historial de compra, quitar filtro, borrar selección`,
  },
  it: {
    words: `elimina eliminare eliminazione rimuovi rimuovere rimozione cancella cancellare cancellazione svuota
      svuotare distruggi scarta scartare ripristina reimposta revoca revocare recedi disdici disdire annulla annullare
      ferma fermare interrompi interrompere blocca bloccare sospendi sospendere espelli disattiva disattivare disabilita
      disinstalla disinstallare archivia archiviare rifiuta rifiutare nega rimborsa rimborsare rimborso esci
      disconnetti disconnettersi disiscriviti acquista acquistare comprare paga pagare dona bonifica
      abbonati invia inviare spedisci pubblica pubblicare spegni riavvia prenota affitta approva trasferisci abbandona
      scollega vendi`,
    heads: `compra ordina`,
    phrases: `chiudi account, chiudi l'account, chiudi il conto, effettua ordine, conferma ordine, conferma acquisto,
      procedi al pagamento, procedi all'acquisto, svuota cestino, svuota carrello, lascia gruppo, lascia il gruppo`,
    harmless: `ordina per, non eliminare, cancella filtri, rimuovi filtri, azzera filtri`,
  },
  pt: {
    words: `excluir exclui exclusão apagar apaga eliminar remover remova remoção destruir esvaziar descartar redefinir
      revogar rescindir cancelar cancele cancelamento anular parar interromper bloquear banir suspender expulsar
      desativar desabilitar desinstalar arquivar rejeitar recusar negar reembolsar reembolso desconectar desinscrever
      comprar compre pagar pague encomendar doar transferir assinar enviar envie publicar desligar reiniciar reservar
      alugar aprovar abandonar desvincular vender`,
    heads: `sair`,
    phrases: `terminar sessão, encerrar sessão, finalizar sessão, encerrar conta, fechar conta, finalizar compra,
      finalizar pedido, fazer pedido, confirmar pedido, confirmar compra, esvaziar lixeira, esvaziar carrinho,
      sair do grupo, limpar tudo`,
    harmless: `não excluir, limpar filtros, remover filtros`,
  },
  nl: {
    words: `verwijderen verwijder verwijdering wissen wis vernietigen weggooien legen leegmaken resetten intrekken
      opzeggen annuleren annuleer annulering afbreken stoppen stop blokkeren blokkeer verbannen opschorten deactiveren
      uitschakelen deïnstalleren archiveren archiveer weigeren afwijzen terugbetalen terugbetaling
      afmelden uitloggen uitschrijven kopen koop betalen betaal bestellen bestel doneren overmaken overboeken abonneren
      versturen verstuur verzenden verzend stuur indienen publiceren afsluiten herstarten reserveren
      huren goedkeuren ontkoppelen verkopen`,
    heads: ``,
    phrases: `meld af, log uit, account sluiten, account opheffen, bestelling plaatsen, boek nu, afrekenen, nu kopen,
      prullenbak legen, groep verlassen, groep verlaten`,
    harmless: `niet verwijderen, filters wissen, filter wissen`,
  },
  pl: {
    words: `usuń usunąć usuwanie skasuj skasować wyczyść zniszcz opróżnij odrzuć odrzucić zresetuj unieważnij
      wypowiedz anuluj anulować anulowanie zatrzymaj zatrzymać przerwij zablokuj zablokować zawieś dezaktywuj wyłącz
      odinstaluj archiwizuj odmów zwróć wyloguj rozłącz kup kupić zapłać zapłacić zamów zamówić wpłać przelej
      subskrybuj wyślij wysłać opublikuj zrestartuj zarezerwuj wynajmij zatwierdź sprzedaj`,
    heads: ``,
    phrases: `wyloguj się, wypisz się, zamknij konto, złóż zamówienie, kup teraz, opróżnij kosz, opuść grupę`,
    harmless: `wyczyść filtry, nie usuwaj, usuń filtry`,
  },
  ru: {
    words: `удалить удали удаление стереть уничтожить очистить сбросить отозвать расторгнуть отменить отмена остановить
      прервать заблокировать блокировать забанить приостановить деактивировать отключить архивировать отклонить
      отказать вернуть возврат выйти отписаться купить оплатить заказать пожертвовать подписаться отправить
      опубликовать выключить перезагрузить перезапустить забронировать арендовать одобрить продать`,
    heads: ``,
    phrases: `закрыть счёт, закрыть счет, закрыть аккаунт, оформить заказ, очистить корзину, покинуть группу`,
    harmless: `очистить фильтры, сбросить фильтры, не удалять, сбросить фильтр`,
  },
}

/** Written without spaces, so part of a longer text. Parts that only contain such a word are left out first. */
export const WITHOUT_SPACES = {
  risky:
    `删除,移除,清空,清除,购买,支付,付款,下单,结算,发送,提交,发布,取消,注销,退出,登出,停止,停用,禁用,封禁,屏蔽,拒绝,退款,
    卸载,归档,重置,撤销,转账,订阅,退订,刪除,購買,結帳,送出,發布,封鎖,拒絕,解除安裝,封存,轉帳,削除,消去,購入,注文する,
    注文を確定,支払,送信,投稿する,公開する,取り消,キャンセル,ログアウト,サインアウト,無効にする,無効化,ブロックする,拒否,却下,
    返金,アンインストール,アーカイブ,退会,解約,破棄,振込,삭제,제거,구매,결제,주문하기,보내기,전송,제출,게시하기,취소,로그아웃,중지,
    비활성,차단,거부,거절,환불,탈퇴,해지,초기화,구독하기`.split(/,\s*/u),
  harmless:
    `清除筛选,重置筛选,删除线,购买记录,支付方式,付款方式,发送记录,订阅列表,購入履歴,購入した商品,支払方法,支払い方法,
    注文履歴,送信済み,구매내역,구매 내역,결제수단,결제 수단,필터 초기화`.split(/,\s*/u),
}
