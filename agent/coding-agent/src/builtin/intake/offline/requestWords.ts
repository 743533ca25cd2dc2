import { foldText } from "../validate/foldText.ts";

/** Words that name no thing of a project. */
const fillers = new Set(
  `about after again also another before change changes could different does each every from have into just like make
   more must need needs only other over please should some than that their them then there these they this want wants
   what when where which will with would your improve better work works working update
   alterar alteracao ajustar arrumar mudar mudanca melhorar corrigir fazer novo nova para como quando onde porque pelo
   pela isso esse essa este esta dele dela mais menos muito todo toda todos todas deve devem pode podem precisa
   precisamos quero queremos favor sobre entre tambem sistema tela
   cambiar cambio ajustar arreglar mejorar corregir hacer nuevo nueva para como cuando donde porque esto esta este esos
   esas todo toda todos todas debe deben puede pueden necesita necesitamos quiero queremos favor sobre entre tambien
   sistema pantalla`.split(/\s+/u),
);

/** The same thing in the languages that requests and code are written in. */
const meanings: readonly (readonly string[])[] = [
  ["calcul", "comput", "total", "sum"],
  ["total", "soma", "suma", "sum"],
  ["preco", "precio", "price", "cost", "valor"],
  ["desconto", "descuento", "discount", "rebate"],
  ["imposto", "impuesto", "tax", "vat", "iva"],
  ["fatura", "factura", "invoice", "bill", "boleto"],
  ["frete", "envio", "shipping", "freight", "delivery"],
  ["client", "customer", "buyer"],
  ["pedido", "order", "compra", "purchase"],
  ["pagament", "pago", "payment", "pay"],
  ["relatori", "informe", "report", "reporte"],
  ["agenda", "schedul", "calendar", "appointment", "consulta", "cita", "booking", "horario", "slot"],
  ["pacient", "patient"],
  ["medic", "doctor", "physician"],
  ["lembrete", "recordatorio", "reminder", "aviso", "notif"],
  ["nota", "grade", "mark", "score", "calificacion"],
  ["media", "average", "mean", "promedio"],
  ["alun", "student", "pupil", "estudiante"],
  ["profess", "teacher", "docente"],
  ["boletim", "boletin", "reportcard", "transcript"],
  ["falta", "absence", "attendance", "asistencia", "frequencia"],
  ["usuari", "user", "account", "conta", "cuenta"],
  ["senha", "contrasena", "password"],
  ["mensag", "mensaj", "message", "mail"],
  ["arredond", "redonde", "round"],
  ["export", "download", "csv"],
];

const minCharacters = 3;
const stemCharacters = 6;
const maxWords = 12;

/** Beginnings of words to look for: those of the request, and what means the same. Folded. */
export function requestStems(description: string): string[] {
  const words = foldText(description).match(/[\p{L}]+/gu) ?? [];
  const own = words.filter((word) => word.length >= minCharacters && !fillers.has(word)).slice(0, maxWords);
  const stems = own.flatMap((word) => {
    const related = meanings.filter((group) => group.some((one) => word.startsWith(one))).flat();
    return word.length >= 4 || related.length > 0 ? [word.slice(0, stemCharacters), ...related] : [];
  });
  return [...new Set(stems)];
}
