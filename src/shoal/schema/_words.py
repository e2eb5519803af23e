"""Words in the names of columns, in the larger languages of Europe, by the role that they speak for; no accents."""

from __future__ import annotations

IDENTIFIER = (
    "id ids uid uuid guid userid patientid customerid personid clientid ssn nin nhs mrn email mail phone telephone "
    "tel mobile fax surname firstname lastname fullname forename username login passport licence license iban "
    "account ip mac address street "
    "vorname nachname familienname anschrift adresse strasse hausnummer telefon handy patientennummer patientennr "
    "kundennummer kundennr versichertennummer personalnummer personalausweis steuernummer fallnummer "
    "prenom nomdefamille rue courriel portable telephone dossier "
    "nombre apellido apellidos direccion calle telefono correo movil dni nif "
    "cognome indirizzo codicefiscale cellulare morada apelido telemovel "
    "voornaam achternaam adres straat telefoon bsn klantnummer "
    "imie nazwisko ulica pesel "
    "fornamn efternamn gata personnummer fornavn etternavn efternavn adresse cpr"
)
SENSITIVE = (
    "disease diagnosis diagnoses illness condition symptom symptoms icd hiv medication drug treatment therapy "
    "salary income wage wages earnings debt religion faith political party vote orientation offence crime "
    "diagnose diagnosen krankheit erkrankung medikament medikation therapie befund gehalt einkommen lohn schulden "
    "konfession partei "
    "maladie diagnostic traitement medicament salaire revenu dette "
    "enfermedad diagnostico tratamiento medicamento salario sueldo ingresos deuda "
    "malattia diagnosi terapia farmaco stipendio reddito doenca rendimento "
    "ziekte behandeling medicijn salaris inkomen loon schuld "
    "choroba rozpoznanie leczenie lek wynagrodzenie dochod "
    "sjukdom sygdom diagnos behandling lon inkomst indkomst"
)
QUASI = (
    "age ages birth birthday birthdate birthplace dob born yob sex gender zip zipcode postcode postal plz city "
    "town village county district state province region country nation nationality citizenship race ethnicity "
    "ethnic marital family relationship children education school degree occupation job profession employer work "
    "workclass industry language height weight bmi latitude longitude lat lon lng date admission admitted discharge "
    "discharged visit "
    "alter lebensalter geburtsdatum geburtstag geburtsjahr geburtsort geschlecht postleitzahl ort wohnort stadt "
    "gemeinde landkreis kreis bundesland staat nationalitat staatsangehorigkeit familienstand kinder bildung "
    "schulabschluss abschluss beruf arbeitgeber branche sprache grosse groesse korpergrosse gewicht korpergewicht "
    "datum aufnahme aufnahmedatum entlassung entlassungsdatum besuch besuchsdatum breitengrad langengrad "
    "naissance datenaissance sexe ville commune departement pays nationalite etatcivil enfants metier emploi taille "
    "poids codepostal jour "
    "edad nacimiento fechanacimiento fecha sexo genero ciudad municipio provincia pais nacionalidad estadocivil "
    "hijos educacion ocupacion profesion empleo altura peso codigopostal "
    "eta nascita datanascita data sesso genere citta comune provincia regione paese nazionalita statocivile figli "
    "istruzione professione lavoro altezza cap idade nascimento cidade profissao "
    "leeftijd geboortedatum geboorte geslacht stad gemeente provincie land nationaliteit burgerlijkestaat beroep "
    "lengte gewicht opname ontslag "
    "wiek urodzenia plec miasto wojewodztwo kraj narodowosc wyksztalcenie zawod wzrost waga data "
    "alder fodelsedatum fodselsdato kon kjonn stad kommun kommune lan fylke yrke langd hojde vikt vaegt postnummer"
)
MARKS = str.maketrans({"ß": "ss", "ł": "l", "Ł": "L", "ø": "o", "Ø": "O", "æ": "ae", "đ": "d", "ð": "d", "þ": "th"})
"""Letters that no accent makes."""
