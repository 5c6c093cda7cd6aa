-- What SPF, DKIM, DMARC and ARC said of a received email; its verdict is `unknown` while DNS does not say.
alter table alias.emails add column authentication jsonb;
